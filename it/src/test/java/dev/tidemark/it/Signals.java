package dev.tidemark.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Signals to processes. */
final class Signals {

    /** What Linux tells of this process; elsewhere there is no such file. */
    private static final Path STATUS = Path.of("/proc/self/status");

    private static final String IGNORED = "SigIgn:";

    private Signals() {}

    static void send(String name, long pid) {
        try {
            // By the shell, which knows kill itself: not every system has it as a program.
            Process kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid)
                    .inheritIO()
                    .start();
            if (kill.waitFor() != 0) {
                throw new IllegalStateException("kill -" + name + " failed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Whether this process ignores the signal. A shell has its background jobs ignore SIGINT, and children inherit that. */
    static boolean isIgnored(int number) throws IOException {
        if (!Files.exists(STATUS)) {
            return false;
        }
        String mask = Files.readAllLines(STATUS).stream()
                .filter(line -> line.startsWith(IGNORED))
                .map(line -> line.substring(IGNORED.length()).strip())
                .findFirst()
                .orElse("0");
        return (Long.parseUnsignedLong(mask, 16) >> (number - 1) & 1) == 1;
    }
}
