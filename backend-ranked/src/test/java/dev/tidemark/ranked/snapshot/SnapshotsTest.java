package dev.tidemark.ranked.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranked.disk.DataFolder;
import dev.tidemark.ranked.disk.Disk;
import dev.tidemark.ranked.disk.RecoveryProgress;
import dev.tidemark.ranked.log.Command;
import dev.tidemark.ranked.log.Fsync;
import dev.tidemark.ranked.log.Liveness;
import dev.tidemark.ranked.log.LogReplay;
import dev.tidemark.ranked.log.WriteAheadLog;
import dev.tidemark.spi.StartProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotsTest {

    @TempDir
    private Path root;

    @Test
    @DisplayName("An interval of 200,000 days, more than fits into nanoseconds, is never over")
    void hugeInterval() throws IOException {
        try (DataFolder folder = DataFolder.open(root, Disk.REAL);
                WriteAheadLog log = LogReplay.play(
                                folder,
                                0,
                                false,
                                new RecoveryProgress(StartProgress.IGNORED),
                                (sequence, command) -> {})
                        .open(Fsync.ALWAYS, 1 << 20, new Liveness())) {
            log.append(new Command.DropAllTables(1))
                    .safe()
                    .toCompletableFuture()
                    .join();

            assertThat(due(folder, log, Duration.ofDays(200_000))).isFalse();
            assertThat(due(folder, log, Duration.ZERO)).isTrue();
        }
    }

    private static boolean due(DataFolder folder, WriteAheadLog log, Duration every) throws IOException {
        return new Snapshots(folder, log, snapshot -> {}, 1 << 20, every, 0).isDue();
    }
}
