package dev.tidemark.ranked;

import static dev.tidemark.ranked.Contents.increment;
import static dev.tidemark.ranked.Contents.score;
import static dev.tidemark.ranked.Picture.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.ranked.disk.FlakyDisk;
import dev.tidemark.ranking.Order;
import dev.tidemark.spi.BackendException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A folder whose newest snapshot is damaged, while the log still reaches back to before it, as after a kill right between the
 * two. The first start was right, but it then dropped the old log because of the damaged snapshot: the second was refused, and
 * with {@code truncate} 1 of 101 members was left.
 */
class SnapshotFallbackTest {

    private static final int MEMBERS = 100;

    @TempDir
    private Path path;

    private Folder folder;

    @BeforeEach
    void damageNewestSnapshot() throws IOException {
        folder = Folder.at(path.resolve("data"));
        Path before = path.resolve("before");
        try (RankedBackend backend = folder.open()) {
            for (int i = 0; i < MEMBERS; i++) {
                increment(backend, "table", "m" + i, i, null);
            }
            copy(folder.path(), before);
            backend.snapshot();
            increment(backend, "table", "late", 1, null);
        }
        copy(before, folder.path());
        Path snapshot = only("snapshot-");
        byte[] bytes = Files.readAllBytes(snapshot);
        bytes[bytes.length / 2] ^= 1;
        Files.write(snapshot, bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"refuse", "truncate"})
    @DisplayName("Every start after a fallback to the log is right, after a kill and after a proper end")
    void startsAgain(String recover) throws IOException {
        Path damaged = only("snapshot-");
        Path killed = path.resolve("killed");
        try (RankedBackend backend = folder.open("recover", recover)) {
            assertWhole(backend);
            copy(folder.path(), killed);
        }
        assertThat(damaged).doesNotExist();
        assertThat(Path.of(damaged + ".given-up")).exists();

        for (Path each : List.of(folder.path(), killed)) {
            for (int start = 2; start <= 3; start++) {
                try (RankedBackend backend = Folder.at(each).open("recover", recover)) {
                    assertWhole(backend);
                }
            }
        }
    }

    @Test
    @DisplayName("If there is no room for a new snapshot after a fallback, nothing is dropped")
    void noRoom() throws IOException {
        FlakyDisk disk = new FlakyDisk();
        disk.leaveRoom(100);
        try (RankedBackend backend = folder.on(disk).open()) {
            assertWhole(backend);
            copy(folder.path(), path.resolve("killed"));
            disk.leaveRoom(FlakyDisk.PLENTY);
        }
        assertThat(only("log-0000000000000000001")).exists();
        for (Path each : List.of(folder.path(), path.resolve("killed"))) {
            try (RankedBackend backend = Folder.at(each).open()) {
                assertWhole(backend);
            }
        }
    }

    @Test
    @DisplayName(
            "A log that ends before the damaged snapshot is no way out: the start is refused, and nothing is changed")
    void logTooShort() throws IOException {
        Files.delete(only("log-0000000000000000101"));
        Path first = only("log-0000000000000000001");
        byte[] bytes = Files.readAllBytes(first);
        Files.write(first, java.util.Arrays.copyOf(bytes, bytes.length / 2));

        assertThatThrownBy(folder::open).isInstanceOf(BackendException.class).hasMessageContaining("is damaged");
        assertThat(only("snapshot-")).exists();
        assertThat(first).hasSize(bytes.length / 2);
    }

    private static void assertWhole(RankedBackend backend) {
        assertThat(get(backend.rankings().range("table", Order.DESC, 0, 0)).total())
                .isEqualTo(MEMBERS + 1);
        assertThat(score(backend, "table", "late")).isEqualTo(1);
    }

    private Path only(String prefix) throws IOException {
        try (Stream<Path> files = Files.list(folder.path())) {
            return files.filter(file -> {
                        String name = file.getFileName().toString();
                        return name.startsWith(prefix) && name.endsWith(".tide");
                    })
                    .min(Path::compareTo)
                    .orElseThrow();
        }
    }

    /** Copies what is not there yet. */
    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(file.getFileName());
                if (!Files.exists(target) && !target.endsWith("lock")) {
                    Files.copy(file, target);
                }
            }
        }
    }
}
