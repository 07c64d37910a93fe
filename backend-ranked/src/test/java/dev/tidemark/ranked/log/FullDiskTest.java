package dev.tidemark.ranked.log;

import static dev.tidemark.ranked.log.LogFixture.append;
import static dev.tidemark.ranked.log.LogFixture.numbered;
import static dev.tidemark.ranked.log.LogFixture.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tidemark.ranked.disk.DataFolder;
import dev.tidemark.ranked.disk.FileKind;
import dev.tidemark.ranked.disk.FlakyDisk;
import dev.tidemark.spi.Applied;
import dev.tidemark.spi.BackendUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A disk that is full. With {@code everysec} the log was once cut back to the last fsync after a failed write, and with it
 * what had been written and acknowledged since: 116 of 2,004 writes were there after a kill. And from a second after the last
 * fsync on, it tried again without a pause.
 */
class FullDiskTest {

    @TempDir
    private Path root;

    @ParameterizedTest
    @EnumSource(Fsync.class)
    @DisplayName("A process that is killed while the disk is full has kept every write that it acknowledged")
    void killedOnFullDisk(Fsync fsync) throws IOException {
        FlakyDisk disk = new FlakyDisk();
        Path killed = root.resolve("killed");
        try (DataFolder folder = DataFolder.open(root.resolve("data"), disk);
                WriteAheadLog log = LogFixture.open(folder, fsync, LogFixture.SEGMENT)) {
            append(log, 1, 1);
            log.sync().toCompletableFuture().join();
            append(log, 2, 100);
            disk.leaveRoom(10);
            assertThatThrownBy(() -> append(log, 101, 101)).isInstanceOf(CompletionException.class);
            int attempts = disk.refused();
            while (disk.refused() < attempts + 2) {
                Thread.onSpinWait();
            }

            Path file = folder.file(FileKind.LOG, 1);
            Files.copy(file, Files.createDirectory(killed).resolve(file.getFileName()));
            assertThat(read(killed, false)).isEqualTo(numbered(1, 100));

            disk.leaveRoom(FlakyDisk.PLENTY);
            while (log.trouble() != null) {
                Thread.onSpinWait();
            }
            append(log, 102, 110);
        }
        assertThat(read(root.resolve("data"), false)).isEqualTo(numbered(1, 110));
    }

    @Test
    @DisplayName("With everysec a full disk is tried again every 250 ms, however long ago the last fsync was")
    void doesNotSpin() throws IOException {
        FlakyDisk disk = new FlakyDisk();
        try (DataFolder folder = DataFolder.open(root, disk);
                WriteAheadLog log = LogFixture.open(folder, Fsync.EVERYSEC, LogFixture.SEGMENT)) {
            append(log, 1, 1);
            disk.leaveRoom(0);
            assertThatThrownBy(() -> append(log, 2, 2)).isInstanceOf(CompletionException.class);
            long begin = System.nanoTime();
            int attempts = disk.refused();
            // Four of them fit into the first second.
            while (disk.refused() < attempts + 8) {
                Thread.onSpinWait();
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(1700));
            disk.leaveRoom(FlakyDisk.PLENTY);
        }
    }

    @Test
    @DisplayName("Who waited when the disk failed may have been applied; who came afterwards was not")
    void whatIsCertain() throws IOException {
        FlakyDisk disk = new FlakyDisk();
        try (DataFolder folder = DataFolder.open(root, disk);
                WriteAheadLog log = LogFixture.open(folder, Fsync.ALWAYS, LogFixture.SEGMENT)) {
            append(log, 1, 10);
            disk.leaveRoom(0);
            assertThat(catchThrowableOfType(CompletionException.class, () -> append(log, 11, 11)))
                    .cause()
                    .isInstanceOfSatisfying(
                            BackendUnavailableException.class,
                            e -> assertThat(e.applied()).isEqualTo(Applied.UNKNOWN));
            assertThat(catchThrowableOfType(BackendUnavailableException.class, () -> log.append(numbered(12)))
                            .applied())
                    .isEqualTo(Applied.NO);
            disk.leaveRoom(FlakyDisk.PLENTY);
        }

        assertThat(read(root, false)).isEqualTo(numbered(1, 11));
    }
}
