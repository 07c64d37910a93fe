package dev.tidemark.bench.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A process of ours in a new folder of its own. Both go when it is closed, and when this process is stopped by Ctrl-C.
 */
final class Child implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 60;

    /** What is in a line of MongoDB's log that tells nothing bad. */
    private static final String MONGO_INFO = "\"s\":\"I\"";

    private final Path folder;
    private final Process process;
    private final Thread ender = new Thread(this::end);
    private final Queue<String> output = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Matcher> ready = new CompletableFuture<>();

    /** Starts a process that is ready once a line of its output has {@code readyLine} in it. */
    Child(List<String> command, Pattern readyLine) {
        this(command, Map.of(), readyLine);
    }

    /** The same with something more in its environment. */
    Child(List<String> command, Map<String, String> environment, Pattern readyLine) {
        try {
            folder = Files.createTempDirectory("tidemark-load");
            ProcessBuilder builder =
                    new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
            builder.environment()
                    .keySet()
                    .removeIf(name -> name.startsWith("TIDEMARK_") || name.startsWith("QUARKUS_"));
            builder.environment().putAll(environment);
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(ender);
        Thread reader = new Thread(() -> read(readyLine), "output of " + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    private void read(Pattern readyLine) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher matcher = readyLine.matcher(line);
                if (matcher.find()) {
                    ready.complete(matcher);
                } else if (line.contains(" INFO ") || line.contains(MONGO_INFO) || !ready.isDone()) {
                    output.add(line);
                } else {
                    // Whatever goes wrong while it is measured belongs to the figures.
                    System.err.println(line);
                }
            }
        } catch (IOException e) {
            output.add(e.toString());
        }
        ready.completeExceptionally(
                new IllegalStateException("it ended before it was ready:\n" + String.join("\n", output)));
    }

    /** Waits for the line that tells it is ready. */
    Matcher ready() {
        return ready.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    /** The processor time it has used so far. */
    Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** The memory it has in use now, where there is a {@code /proc}. */
    long residentBytes() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit()
                .completeOnTimeout(process, PATIENCE_SECONDS, TimeUnit.SECONDS)
                .join();
        end();
        Runtime.getRuntime().removeShutdownHook(ender);
    }

    private void end() {
        process.destroyForcibly().onExit().join();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
