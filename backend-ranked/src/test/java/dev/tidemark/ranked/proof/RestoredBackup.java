package dev.tidemark.ranked.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranked.DiskEngine;
import dev.tidemark.tck.TestClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Starts the engine on a copy of a backup, and tells how many of each writer's {@link NumberedWrites} are in it. */
final class RestoredBackup {

    private RestoredBackup() {}

    /** Backups that look complete. */
    static List<Path> in(Path backups) throws IOException {
        if (!Files.exists(backups)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(backups)) {
            return folders.filter(Files::isDirectory)
                    .filter(folder -> !folder.toString().endsWith(".tmp"))
                    .sorted()
                    .toList();
        }
    }

    /**
     * Requires that exactly the writes 1 to k of each writer are there, for a k of its own that is not less than what was
     * acknowledged before the backup, and not more than what had been sent after it; and that what expires still does.
     */
    static List<Long> requirePrefixes(Path backup, Path scratch, List<Long> acknowledged, List<Long> sent, String story)
            throws IOException {
        Path copy = Files.createTempDirectory(scratch, "restored");
        try (Stream<Path> files = Files.list(backup)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        List<Long> found = new ArrayList<>();
        TestClock clock = new TestClock(Instant.now());
        try (DiskEngine engine = DiskEngine.Setup.of(copy, clock).open()) {
            long batches = 0;
            for (int writer = 0; writer < acknowledged.size(); writer++) {
                long k = requirePrefix(
                        engine,
                        new NumberedWrites(writer),
                        acknowledged.get(writer),
                        sent.get(writer),
                        story + ", " + backup + ", writer " + writer);
                batches += NumberedWrites.batches(k);
                found.add(k);
            }
            assertThat(NumberedWrites.count(engine, NumberedWrites.SHARED_SERIES))
                    .as(story)
                    .isEqualTo(batches);
            requireExpiries(engine, clock, found, story);
        }
        return found;
    }

    private static long requirePrefix(
            DiskEngine engine, NumberedWrites writes, long acknowledged, long sent, String story) {
        NumberedWrites.Seen seen = writes.in(engine);
        String expiring = writes.expiringIn(engine);
        for (long k = acknowledged; k <= sent; k++) {
            if (seen.equals(writes.after(k)) && expiring.equals(writes.expiringAfter(k, 0))) {
                return k;
            }
        }
        throw new AssertionError(story + ": of what is there no prefix of " + acknowledged + " to " + sent
                + " writes can be made: " + seen + ", expiring " + expiring);
    }

    private static void requireExpiries(DiskEngine engine, TestClock clock, List<Long> done, String story) {
        for (int days : List.of(10, 20, 31)) {
            clock.set(Instant.now().plus(Duration.ofDays(days)).plus(Duration.ofHours(12)));
            for (int writer = 0; writer < done.size(); writer++) {
                NumberedWrites writes = new NumberedWrites(writer);
                assertThat(writes.expiringIn(engine))
                        .as(story + ", writer " + writer + " after " + days + " days")
                        .isEqualTo(writes.expiringAfter(done.get(writer), days));
            }
        }
    }
}
