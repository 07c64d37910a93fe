package dev.tidemark.it.mongo;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Fetches a package with npm, as its archive and without running anything that is in it. */
final class NpmPack {

    private static final Duration PATIENCE = Duration.ofMinutes(15);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(3);

    private NpmPack() {}

    /** Answers the folder, with the archive in it. */
    static Path run(Path npm, String archive, Path folder) throws IOException {
        Path output = folder.resolve("npm.txt");
        // With a cache of its own: the archive would stay in the user's as well.
        Process process = new ProcessBuilder(
                        npm.toString(),
                        "pack",
                        "--ignore-scripts",
                        "--cache",
                        folder.resolve("npm").toString(),
                        archive)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            await(process, archive);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("npm pack " + archive + " was interrupted");
        } finally {
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            throw new IOException("npm pack " + archive + " failed:\n" + Files.readString(output));
        }
        return folder;
    }

    private static void await(Process process, String archive) throws IOException, InterruptedException {
        Instant start = Instant.now();
        while (!process.waitFor(BETWEEN_LINES.toMillis(), TimeUnit.MILLISECONDS)) {
            Duration passed = Duration.between(start, Instant.now());
            if (passed.compareTo(PATIENCE) > 0) {
                throw new IOException("npm pack " + archive + " took more than " + PATIENCE.toMinutes() + " minutes");
            }
            System.out.println("npm pack " + archive + ": " + passed.toSeconds() + " s");
        }
    }
}
