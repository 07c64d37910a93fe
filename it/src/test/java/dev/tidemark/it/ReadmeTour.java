package dev.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The README's tour: what stands behind {@code $ } in its {@code console} blocks is a command (with what is indented below
 * it), and what follows is its answer, in which {@code …} stands for whatever changes from run to run.
 */
public final class ReadmeTour {

    private static final Pattern BLOCK = Pattern.compile("```console\n(.*?)```", Pattern.DOTALL);

    private record Step(String command, String answer) {}

    private ReadmeTour() {}

    /** Requires that every command works as written and answers as shown, on a service that has stored nothing. */
    public static void take(ServiceProcess service) throws IOException, InterruptedException {
        assumeTrue(run("curl --version").contains("curl"), "the tour is made with curl, which is not here");
        List<Step> steps = steps(Files.readString(Path.of(System.getProperty("tidemark.project"), "README.md")));
        assertThat(steps).hasSizeGreaterThan(10);
        String here = "localhost:" + service.port();
        for (Step step : steps) {
            String answer = run(step.command.replace("localhost:8080", here));
            assertThat(answer.strip()).as(step.command).matches(pattern(step.answer));
        }
    }

    private static List<Step> steps(String readme) {
        List<Step> steps = new ArrayList<>();
        Matcher blocks = BLOCK.matcher(readme);
        while (blocks.find()) {
            for (String step : blocks.group(1).split("(?m)^\\$ ", -1)) {
                if (step.isBlank()) {
                    continue;
                }
                List<String> lines = step.lines().toList();
                int command = 1;
                while (command < lines.size() && lines.get(command).startsWith("  ")) {
                    command++;
                }
                steps.add(new Step(
                        String.join("\n", lines.subList(0, command)),
                        String.join("\n", lines.subList(command, lines.size())).strip()));
            }
        }
        return steps;
    }

    private static Pattern pattern(String answer) {
        return Pattern.compile(
                Arrays.stream(answer.split("…", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
    }

    private static String run(String command) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("sh", "-c", command)
                .redirectErrorStream(true)
                .start();
        String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        shell.waitFor();
        return output;
    }
}
