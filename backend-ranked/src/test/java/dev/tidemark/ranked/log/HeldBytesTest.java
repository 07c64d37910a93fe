package dev.tidemark.ranked.log;

import static dev.tidemark.ranked.log.LogFixture.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranked.disk.DataFolder;
import dev.tidemark.ranked.disk.FlakyDisk;
import dev.tidemark.ranking.Increment;
import dev.tidemark.spi.BackendUnavailableException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How much is held that is not durable. Only what waited to be written was bounded: with {@code everysec} a second of large
 * commands was held on top, in an array that grew by copying, and ended processes with small heaps.
 */
class HeldBytesTest {

    private static final long MAX_HELD = 8L << 20;

    /** About how long a command of {@link #large} is. */
    private static final int LARGE = 100_000;

    @TempDir
    private Path root;

    private static Command large(int number) {
        List<Increment> by = new ArrayList<>();
        for (int i = 0; i < LARGE / 100; i++) {
            by.add(new Increment("m".repeat(97), number));
        }
        return new Command.IncrementScores(number, "table", by, null);
    }

    private static WriteAheadLog open(DataFolder folder, Fsync fsync) throws IOException {
        return new WriteAheadLog(folder, fsync, 1L << 30, LogSegment.create(folder, 1), 0, MAX_HELD, new Liveness());
    }

    private static CompletableFuture<Void> append(WriteAheadLog log, int number) {
        return log.append(large(number)).safe().toCompletableFuture();
    }

    @Test
    @DisplayName("With everysec, what was written is fsynced before the second is over if it is much")
    void syncsEarly() throws IOException {
        try (DataFolder folder = DataFolder.open(root, new FlakyDisk());
                WriteAheadLog log = open(folder, Fsync.EVERYSEC)) {
            long most = 0;
            for (int i = 1; i <= 8 * MAX_HELD / LARGE; i++) {
                append(log, i).join();
                most = Math.max(most, log.bufferSize());
            }
            assertThat(most).isLessThan(MAX_HELD / 4 + 3L * FrameBuffer.MAX_KEPT + LARGE);
        }
    }

    @ParameterizedTest
    @EnumSource(Fsync.class)
    @DisplayName("While the disk stalls, no more is taken than may be held in all")
    void boundedInAll(Fsync fsync) throws IOException {
        FlakyDisk disk = new FlakyDisk();
        int taken = 0;
        try (DataFolder folder = DataFolder.open(root, disk);
                WriteAheadLog log = open(folder, fsync)) {
            for (int i = 0; i < MAX_HELD / 8 / LARGE; i++) {
                append(log, ++taken).join();
            }
            disk.holdSync();
            CompletableFuture<Void> last = append(log, ++taken);
            CompletionStage<Void> synced = log.sync();
            disk.awaitHeld();
            int before = taken;
            try {
                while (true) {
                    last = append(log, taken + 1);
                    taken++;
                }
            } catch (BackendUnavailableException e) {
                assertThat(e).hasMessageContaining("the disk does not keep up");
            } finally {
                disk.releaseSync();
            }
            assertThat((long) (taken - before) * LARGE).isBetween(MAX_HELD / 2, MAX_HELD + 2 * LARGE);
            synced.toCompletableFuture().join();
            last.join();

            append(log, ++taken).join();
        }
        assertThat(read(root, false)).hasSize(taken).last().isEqualTo(large(taken));
    }

    @Test
    @DisplayName("What was acknowledged before an early fsync that fails is written again")
    void earlySyncFails() throws IOException {
        FlakyDisk disk = new FlakyDisk();
        int number = 1;
        try (DataFolder folder = DataFolder.open(root, disk);
                WriteAheadLog log = open(folder, Fsync.EVERYSEC)) {
            append(log, number).join();
            log.sync().toCompletableFuture().join();
            disk.failToSync(true);
            while (isAcknowledged(log, number + 1)) {
                number++;
                assertThat((long) number * LARGE).isLessThan(MAX_HELD / 2);
            }
            number++;
            disk.failToSync(false);
            while (log.trouble() != null) {
                Thread.onSpinWait();
            }
            append(log, ++number).join();
        }
        assertThat(read(root, false)).hasSize(number).last().isEqualTo(large(number));
    }

    private static boolean isAcknowledged(WriteAheadLog log, int number) {
        try {
            append(log, number).join();
            return true;
        } catch (CompletionException e) {
            return false;
        }
    }
}
