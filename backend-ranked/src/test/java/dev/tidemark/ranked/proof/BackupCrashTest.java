package dev.tidemark.ranked.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranked.DiskEngine;
import dev.tidemark.ranking.Increment;
import dev.tidemark.tck.Stages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the engine with SIGKILL while it takes one backup after the other: what is left of a backup must never look like one,
 * and the data folder must not mind.
 */
@DisplayName("A process that is killed while it takes a backup")
class BackupCrashTest {

    private static final int MIN_KILLS = 4;
    private static final int MAX_KILLS = 30;

    @Test
    @DisplayName("keeps what it acknowledged, and leaves only whole backups or folders that are called *.tmp")
    void killed(@TempDir Path dir) throws Exception {
        long seed = Long.getLong("tidemark.seed", new Random().nextInt(1 << 30));
        Random random = new Random(seed);
        Path data = dir.resolve("data");
        Path backups = dir.resolve("data-backups");
        makeBackupsTakeAWhile(data);
        long[] done = new long[NumberedWrites.THREADS];
        boolean cutShort = false;
        for (int kill = 1; kill <= MIN_KILLS || (!cutShort && kill <= MAX_KILLS); kill++) {
            String story = "seed " + seed + ", kill " + kill + ", done before: " + Arrays.toString(done);
            long[] acknowledged = done.clone();
            CrashTest.runAndKill(
                    data,
                    "always",
                    acknowledged,
                    random,
                    dir.resolve("errors"),
                    story,
                    "-D" + Victim.BACKUPS + "=true");
            cutShort |= !incomplete(backups).isEmpty();
            done = CrashTest.verify(data, acknowledged, story);
            assertThat(incomplete(backups)).as(story).isEmpty();
            List<Path> whole = RestoredBackup.in(backups);
            List<Long> atMost = Arrays.stream(done).boxed().toList();
            for (Path backup : whole.subList(Math.max(0, whole.size() - 2), whole.size())) {
                RestoredBackup.requirePrefixes(backup, dir, Collections.nCopies(done.length, 0L), atMost, story);
            }
        }
        assertThat(cutShort).as("a kill within a backup").isTrue();
    }

    /** Fills the log, and the snapshots, with some megabytes that need not be looked at. */
    private static void makeBackupsTakeAWhile(Path data) {
        List<Increment> increments = IntStream.range(0, 1000)
                .mapToObj(i -> new Increment("x".repeat(240) + i, i))
                .toList();
        try (DiskEngine engine = DiskEngine.Setup.of(data, InstantSource.system())
                .with("fsync", "never")
                .open()) {
            for (int i = 0; i < 20; i++) {
                Stages.get(engine.rankings().increment("filler " + i, increments, null));
            }
        }
    }

    private static List<Path> incomplete(Path backups) throws IOException {
        if (!Files.exists(backups)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(backups)) {
            return folders.filter(folder -> folder.toString().endsWith(".tmp")).toList();
        }
    }
}
