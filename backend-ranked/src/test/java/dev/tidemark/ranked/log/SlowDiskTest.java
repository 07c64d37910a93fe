package dev.tidemark.ranked.log;

import static dev.tidemark.ranked.log.LogFixture.append;
import static dev.tidemark.ranked.log.LogFixture.numbered;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranked.disk.DataFolder;
import dev.tidemark.ranked.disk.FlakyDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A disk that stalls for a while. After one fsync of 6 s the next writer, alone, once waited 3 s for others to share his
 * fsync with; and 686 MB of buffers stayed after stalls.
 */
class SlowDiskTest {

    private static final long STALLED = 16L << 20;

    @TempDir
    private Path root;

    @Test
    @DisplayName("However long an fsync took, a writer waits at most 5 ms for others to share the next one")
    void waitsForCompany() {
        SyncTime time = new SyncTime();
        assertThat(time.worthWaiting()).isZero();

        time.took(Duration.ofSeconds(6).toNanos());
        assertThat(Duration.ofNanos(time.worthWaiting())).isLessThanOrEqualTo(Duration.ofMillis(5));

        for (int i = 0; i < 100; i++) {
            time.took(Duration.ofMillis(1).toNanos());
        }
        time.took(Duration.ofSeconds(6).toNanos());
        assertThat(Duration.ofNanos(time.worthWaiting())).isLessThan(Duration.ofMillis(2));
    }

    @ParameterizedTest
    @EnumSource(Fsync.class)
    @DisplayName("Buffers that grew while the disk stalled are let go of")
    void lettingGo(Fsync fsync) throws IOException {
        FlakyDisk disk = new FlakyDisk();
        try (DataFolder folder = DataFolder.open(root, disk);
                WriteAheadLog log = LogFixture.open(folder, fsync, LogFixture.SEGMENT)) {
            append(log, 1, 10);
            disk.holdSync();
            log.sync();
            disk.awaitHeld();
            int number = 11;
            for (long bytes = 0; bytes < STALLED; bytes += 40) {
                log.append(numbered(number));
                number++;
            }
            CompletionStage<Void> last = log.append(numbered(number)).safe();
            assertThat(log.bufferSize()).isGreaterThan(STALLED);
            disk.releaseSync();
            last.toCompletableFuture().join();
            log.sync().toCompletableFuture().join();
            // Two more rounds, so that each buffer was used once.
            log.sync().toCompletableFuture().join();
            log.sync().toCompletableFuture().join();

            assertThat(log.bufferSize()).isLessThanOrEqualTo(3L * FrameBuffer.MAX_KEPT);
        }
    }
}
