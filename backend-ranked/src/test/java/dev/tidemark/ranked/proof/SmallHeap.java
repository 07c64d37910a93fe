package dev.tidemark.ranked.proof;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a class in a process of its own that has little memory. */
final class SmallHeap {

    /** What it said and what it logged, line by line, and how it ended. */
    record Run(List<String> output, List<String> log, int status) {}

    private SmallHeap() {}

    static Run run(Path output, List<String> options, Class<?> main, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        Path log = output.resolveSibling(output.getFileName() + ".log");
        Process process = new ProcessBuilder(command)
                .redirectError(log.toFile())
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!process.waitFor(5, TimeUnit.MINUTES)) {
                throw new AssertionError("it does not end:\n" + Files.readString(output) + Files.readString(log));
            }
        } finally {
            process.destroyForcibly();
        }
        return new Run(Files.readAllLines(output), Files.readAllLines(log), process.exitValue());
    }
}
