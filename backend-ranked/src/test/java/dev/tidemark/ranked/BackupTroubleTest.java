package dev.tidemark.ranked;

import static dev.tidemark.ranked.Contents.fill;
import static dev.tidemark.ranked.Contents.increment;
import static dev.tidemark.ranked.Contents.score;
import static dev.tidemark.ranked.Picture.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.ranked.disk.Disk;
import dev.tidemark.ranked.disk.FlakyDisk;
import dev.tidemark.ranking.Increment;
import dev.tidemark.spi.Applied;
import dev.tidemark.spi.BackendFullException;
import dev.tidemark.spi.BackendUnavailableException;
import dev.tidemark.spi.Backup;
import dev.tidemark.spi.BackupNotPossibleException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Online backup on a disk in trouble")
@Timeout(60)
class BackupTroubleTest {

    private static final long RESERVE = 64L << 20;

    @TempDir
    private Path path;

    private Folder folder;
    private Path backups;

    @BeforeEach
    void setUp() throws IOException {
        path = path.toRealPath();
        folder = Folder.at(path.resolve("data"));
        backups = path.resolve("data-backups");
    }

    @Test
    @DisplayName("On a nearly full disk a backup is not even begun, and leaves all of the room to the engine")
    void noRoom() throws IOException {
        FlakyDisk disk = new FlakyDisk();
        try (RankedBackend backend = folder.on(disk).open()) {
            fill(backend, folder.clock().instant(), 1);
            disk.leaveRoom(RESERVE + 1000);
            assertThatThrownBy(() -> get(backend.backup()))
                    .hasRootCauseInstanceOf(BackendFullException.class)
                    .hasMessageContaining("not enough room")
                    .hasMessageMatching(".*needs \\d+ bytes.*67108864.*there are " + (RESERVE + 1000) + ".*");
            assertThat(disk.usableSpace(path)).isEqualTo(RESERVE + 1000);
            assertThat(names(backups)).containsExactly("lock");
            increment(backend, "table", "new", 1, null);

            disk.leaveRoom(FlakyDisk.PLENTY);
            get(backend.backup());
        }
    }

    @Test
    @DisplayName("A disk that others fill meanwhile ends the backup; what it wrote is gone, and writes go on")
    void fullInTheMiddle() throws IOException {
        FlakyDisk flaky = new FlakyDisk();
        Disk filling = new Intercepted(flaky, file -> {
            if (file.startsWith(backups)) {
                flaky.leaveRoom(100);
            }
        });
        Picture before;
        try (RankedBackend backend = folder.on(filling).open()) {
            fill(backend, folder.clock().instant(), 1);
            assertThatThrownBy(() -> get(backend.backup()))
                    .hasRootCauseInstanceOf(BackendFullException.class)
                    .hasMessageContaining("not enough room");
            assertThat(names(backups)).containsExactly("lock");

            flaky.leaveRoom(FlakyDisk.PLENTY);
            increment(backend, "table", "new", 1, null);
            before = Picture.of(backend, folder.clock().instant());
        }
        try (RankedBackend backend = folder.open()) {
            assertThat(Picture.of(backend, folder.clock().instant())).isEqualTo(before);
        }
    }

    @Test
    @DisplayName("A backup gives up while there is still room for the engine, if others fill the disk meanwhile")
    void tightInTheMiddle() throws IOException {
        FlakyDisk flaky = new FlakyDisk();
        long tight = RESERVE / 2;
        Disk filling = new Intercepted(flaky, file -> {
            if (file.startsWith(backups)) {
                flaky.leaveRoom(tight + (5 << 20));
            }
        });
        List<Increment> large = IntStream.range(0, 1000)
                .mapToObj(i -> new Increment("x".repeat(240) + i, 1))
                .toList();
        try (RankedBackend backend = folder.on(filling).open("fsync", "never")) {
            for (int i = 0; i < 50; i++) {
                get(backend.rankings().increment("table", large, null));
            }
            assertThatThrownBy(() -> get(backend.backup())).hasRootCauseInstanceOf(BackendFullException.class);
            assertThat(flaky.usableSpace(path)).isBetween(tight / 2, tight);
            assertThat(names(backups)).containsExactly("lock");
            get(backend.rankings().increment("table", large, null));
        }
    }

    @Test
    @DisplayName("A backup whose fsync fails is none, and the call says why")
    void fsyncFails() throws IOException {
        FlakyDisk flaky = new FlakyDisk();
        Disk failing = new Intercepted(flaky, file -> {
            flaky.failToSync(file.startsWith(backups));
        });
        try (RankedBackend backend = folder.on(failing).open()) {
            fill(backend, folder.clock().instant(), 1);
            assertThatThrownBy(() -> get(backend.backup()))
                    .hasMessageContaining("no backup could be taken: Input/output error")
                    .cause()
                    .isInstanceOfSatisfying(
                            BackendUnavailableException.class,
                            e -> assertThat(e.applied()).isEqualTo(Applied.NO));
            flaky.failToSync(false);
            assertThat(names(backups)).containsExactly("lock");
            while (get(backend.status()).facts().containsKey("writes")) {
                Thread.onSpinWait();
            }
            increment(backend, "table", "new", 1, null);
        }
    }

    @Test
    @DisplayName("While the data's own disk is full, a backup on another disk holds all that was acknowledged")
    void dataDiskIsFull() throws IOException {
        FlakyDisk full = new FlakyDisk();
        Disk two = new Intercepted(full, file -> {}) {
            @Override
            public FileChannel open(Path file, OpenOption... options) throws IOException {
                return file.startsWith(backups) ? FileChannel.open(file, options) : super.open(file, options);
            }

            @Override
            public long usableSpace(Path at) {
                return at.startsWith(backups) ? FlakyDisk.PLENTY : super.usableSpace(at);
            }
        };
        long acknowledged = 0;
        Backup backup;
        try (RankedBackend backend = folder.on(two).open()) {
            full.leaveRoom(2000);
            try {
                while (true) {
                    increment(backend, "table", "a", 1, null);
                    acknowledged++;
                }
            } catch (CompletionException | BackendUnavailableException e) {
                assertThat(e).hasMessageContaining("No space left");
            }
            backup = get(backend.backup());
            full.leaveRoom(FlakyDisk.PLENTY);
        }
        assertThat(acknowledged).isPositive();
        try (RankedBackend backend = Folder.at(Files.move(Path.of(backup.folder()), path.resolve("moved")))
                .open()) {
            assertThat(score(backend, "table", "a")).isBetween(acknowledged, acknowledged + 1);
        }
    }

    @Test
    @DisplayName("A second backup meanwhile is rejected, and told when to retry; snapshots wait, and writes do not")
    void oneAtATime() {
        FlakyDisk flaky = new FlakyDisk();
        CompletableFuture<Void> copying = new CompletableFuture<>();
        Disk held = new Intercepted(flaky, file -> {
            if (file.startsWith(backups) && !copying.isDone()) {
                flaky.holdSync();
                copying.complete(null);
            }
        });
        try (RankedBackend backend = folder.on(held).open("fsync", "never")) {
            increment(backend, "table", "a", 1, null);
            CompletableFuture<Backup> first = backend.backup().toCompletableFuture();
            copying.join();
            flaky.awaitHeld();
            assertThatThrownBy(() -> get(backend.backup()))
                    .hasMessageContaining("a backup is being taken")
                    .cause()
                    .isInstanceOfSatisfying(
                            BackupNotPossibleException.class,
                            e -> assertThat(e.retryAfter()).isPresent());
            increment(backend, "table", "a", 1, null);
            assertThat(score(backend, "table", "a")).isEqualTo(2);
            flaky.releaseSync();
            assertThat(first.join().sequence()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("An engine that is closed while it takes a backup gives the backup up, and leaves none")
    void closedMeanwhile() throws Exception {
        FlakyDisk flaky = new FlakyDisk();
        CompletableFuture<Void> copying = new CompletableFuture<>();
        Disk held = new Intercepted(flaky, file -> {
            if (file.startsWith(backups) && !copying.isDone()) {
                flaky.holdSync();
                copying.complete(null);
            }
        });
        RankedBackend backend = folder.on(held).open();
        fill(backend, folder.clock().instant(), 1);
        backend.snapshot();
        CompletableFuture<Backup> backup = backend.backup().toCompletableFuture();
        copying.join();
        flaky.awaitHeld();
        Thread closer = new Thread(backend::close);
        closer.start();
        while (closer.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        flaky.releaseSync();
        closer.join();

        assertThatThrownBy(backup::join).hasMessageContaining("is being closed");
        assertThat(names(backups)).containsExactly("lock");
        folder.open().close();
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** A disk on which something happens when a file is opened for writing. */
    private static class Intercepted implements Disk {
        private final Disk disk;
        private final Consumer<Path> opening;

        Intercepted(Disk disk, Consumer<Path> opening) {
            this.disk = disk;
            this.opening = opening;
        }

        @Override
        public FileChannel open(Path file, OpenOption... options) throws IOException {
            opening.accept(file);
            return disk.open(file, options);
        }

        @Override
        public void sync(Path folder) throws IOException {
            disk.sync(folder);
        }

        @Override
        public long usableSpace(Path folder) {
            return disk.usableSpace(folder);
        }
    }
}
