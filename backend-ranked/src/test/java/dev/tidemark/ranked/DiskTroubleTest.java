package dev.tidemark.ranked;

import static dev.tidemark.ranked.Contents.fill;
import static dev.tidemark.ranked.Contents.increment;
import static dev.tidemark.ranked.Contents.score;
import static dev.tidemark.ranked.Picture.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.ranked.disk.FlakyDisk;
import dev.tidemark.spi.BackendException;
import dev.tidemark.spi.BackendUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskTroubleTest {

    @TempDir
    private Path path;

    private Folder folder;

    @BeforeEach
    void setUp() {
        folder = Folder.at(path.resolve("data"));
    }

    @Test
    @DisplayName(
            "A full disk refuses writes with the reason, answers reads, and recovers by itself; what was told is kept")
    void fullDisk() {
        FlakyDisk disk = new FlakyDisk();
        Folder small = folder.on(disk);
        Picture before;
        try (RankedBackend backend = small.open()) {
            long told = 0;
            disk.leaveRoom(2000);
            try {
                while (true) {
                    increment(backend, "table", "a", 1, null);
                    told++;
                }
            } catch (RuntimeException e) {
                assertThat(e)
                        .hasRootCauseInstanceOf(BackendUnavailableException.class)
                        .hasMessageContaining("No space left on device");
            }
            assertThat(told).isPositive();
            assertThat(score(backend, "table", "a")).isBetween(told, told + 1);
            assertThat(get(backend.status()).facts()).containsEntry("writes", "refused: No space left on device");
            assertThat(get(backend.status()).writesRejected()).isEqualTo("No space left on device");
            assertThat(get(backend.status()).reachable()).isTrue();
            assertThat(backend.isAlive()).isTrue();
            backend.snapshot();

            disk.leaveRoom(FlakyDisk.PLENTY);
            while (get(backend.status()).facts().containsKey("writes")) {
                Thread.onSpinWait();
            }
            assertThat(get(backend.status()).writesRejected()).isNull();
            increment(backend, "table", "a", 1000, null);
            assertThat(score(backend, "table", "a")).isBetween(told + 1000, told + 1001);
            before = Picture.of(backend, small.clock().instant());
        }
        try (RankedBackend backend = folder.open()) {
            assertThat(Picture.of(backend, small.clock().instant())).isEqualTo(before);
        }
    }

    @Test
    @DisplayName("A snapshot that does not fit leaves everything as it was")
    void snapshotDoesNotFit() throws IOException {
        FlakyDisk disk = new FlakyDisk();
        Picture before;
        try (RankedBackend backend = folder.on(disk).open()) {
            fill(backend, folder.clock().instant(), 1);
            disk.leaveRoom(200);
            backend.snapshot();
            disk.leaveRoom(FlakyDisk.PLENTY);
            while (get(backend.status()).facts().containsKey("writes")) {
                Thread.onSpinWait();
            }
            fill(backend, folder.clock().instant(), 2);
            before = Picture.of(backend, folder.clock().instant());
        }
        assertThat(names()).noneMatch(name -> name.endsWith(".tmp") || name.startsWith("snapshot"));
        try (RankedBackend backend = folder.open()) {
            assertThat(Picture.of(backend, folder.clock().instant())).isEqualTo(before);
        }
    }

    @Test
    @DisplayName("If it ends between a snapshot and the end of the old log, both are there, and it starts all the same")
    void endsBetweenSnapshotAndTrim() throws IOException {
        Picture before;
        Map<Path, byte[]> old;
        try (RankedBackend backend = folder.open()) {
            fill(backend, folder.clock().instant(), 1);
            backend.snapshot();
            fill(backend, folder.clock().instant(), 2);
            old = files();
            backend.snapshot();
            fill(backend, folder.clock().instant(), 3);
            before = Picture.of(backend, folder.clock().instant());
        }
        for (Map.Entry<Path, byte[]> file : old.entrySet()) {
            if (!Files.exists(file.getKey())) {
                Files.write(file.getKey(), file.getValue());
            }
        }
        assertThat(names()).filteredOn(name -> name.startsWith("snapshot")).hasSize(2);
        Files.writeString(folder.path().resolve("snapshot-0000000000000000099.tide.tmp"), "half a snapshot");

        try (RankedBackend backend = folder.open()) {
            assertThat(Picture.of(backend, folder.clock().instant())).isEqualTo(before);
        }
        assertThat(names())
                .hasSize(3)
                .filteredOn(name -> name.startsWith("snapshot"))
                .hasSize(1);
    }

    @Test
    @DisplayName("With a damaged snapshot it starts from the one before, if the log still reaches back to that")
    void olderSnapshot() throws IOException {
        Picture before;
        Map<Path, byte[]> old;
        try (RankedBackend backend = folder.open()) {
            fill(backend, folder.clock().instant(), 1);
            backend.snapshot();
            fill(backend, folder.clock().instant(), 2);
            old = files();
            backend.snapshot();
            fill(backend, folder.clock().instant(), 3);
            before = Picture.of(backend, folder.clock().instant());
        }
        flip(newestSnapshot(), 100);
        for (Map.Entry<Path, byte[]> file : old.entrySet()) {
            if (file.getValue().length > 0 && !Files.exists(file.getKey())) {
                Files.write(file.getKey(), file.getValue());
            }
        }
        // The part of the log that was current then went on afterwards; the file on disk has it all.
        try (RankedBackend backend = folder.open()) {
            assertThat(Picture.of(backend, folder.clock().instant())).isEqualTo(before);
        }
    }

    @Test
    @DisplayName("A damaged snapshot is refused with file and offset; on request what comes before the damage is there")
    void damagedSnapshot() throws IOException {
        try (RankedBackend backend = folder.open()) {
            get(backend.rankings().set("a table", Map.of("a", 1L)));
            get(backend.rankings().set("b table", Map.of("b", 2L)));
            backend.snapshot();
            get(backend.rankings().set("c table", Map.of("c", 3L)));
        }
        Path snapshot = newestSnapshot();
        flip(snapshot, (int) Files.size(snapshot) - 40);

        assertThatThrownBy(folder::open)
                .isInstanceOf(BackendException.class)
                .hasMessageContaining(snapshot + " is damaged at offset ")
                .hasMessageContaining("tidemark.ranked.recover=truncate");

        try (RankedBackend backend = folder.open("recover", "truncate")) {
            assertThat(score(backend, "a table", "a")).isEqualTo(1);
            assertThat(score(backend, "c table", "c")).isEqualTo(3);
        }
        try (RankedBackend backend = folder.open()) {
            assertThat(score(backend, "a table", "a")).isEqualTo(1);
            assertThat(score(backend, "c table", "c")).isEqualTo(3);
        }
        assertThat(names()).contains(snapshot.getFileName() + ".given-up");
    }

    @Test
    @DisplayName("A log damaged in its middle is refused with file and offset; on request what comes before is there")
    void damagedLog() throws IOException {
        try (RankedBackend backend = folder.open()) {
            for (int i = 0; i < 100; i++) {
                increment(backend, "table", "a", 1, null);
            }
        }
        Path log = folder.path().toRealPath().resolve("log-0000000000000000001.tide");
        flip(log, (int) Files.size(log) / 2);

        assertThatThrownBy(folder::open)
                .isInstanceOf(BackendException.class)
                .hasMessageContaining(log + " is damaged at offset ")
                .hasMessageContaining("tidemark.ranked.recover=truncate");

        long kept;
        try (RankedBackend backend = folder.open("recover", "truncate")) {
            kept = score(backend, "table", "a");
            assertThat(kept).isBetween(40L, 60L);
            increment(backend, "table", "a", 1, null);
        }
        try (RankedBackend backend = folder.open()) {
            assertThat(score(backend, "table", "a")).isEqualTo(kept + 1);
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder.path())) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private Map<Path, byte[]> files() throws IOException {
        Map<Path, byte[]> contents = new HashMap<>();
        try (Stream<Path> files = Files.list(folder.path())) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".tide")).toList()) {
                contents.put(file, Files.readAllBytes(file));
            }
        }
        return contents;
    }

    private Path newestSnapshot() throws IOException {
        try (Stream<Path> files = Files.list(folder.path().toRealPath())) {
            return files.filter(file -> file.getFileName().toString().startsWith("snapshot"))
                    .max(Path::compareTo)
                    .orElseThrow();
        }
    }

    private static void flip(Path file, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 1;
        Files.write(file, bytes);
    }
}
