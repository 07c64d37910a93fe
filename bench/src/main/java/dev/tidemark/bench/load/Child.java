package dev.tidemark.bench.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process of ours that ends with us: when it is closed, and when this one is stopped by Ctrl-C. */
final class Child implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 60;

    private final Process process;
    private final Thread ender;
    private final Queue<String> output = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Matcher> ready = new CompletableFuture<>();

    /** Starts a process that is ready once a line of its output has {@code readyLine} in it. */
    Child(List<String> command, Pattern readyLine) {
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ender = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(ender);
        Thread reader = new Thread(() -> read(readyLine), "output of " + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    private void read(Pattern readyLine) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.add(line);
                Matcher matcher = readyLine.matcher(line);
                if (matcher.find()) {
                    ready.complete(matcher);
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

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().removeShutdownHook(ender);
    }
}
