package dev.tidemark.ranked;

import static dev.tidemark.ranked.Contents.increment;
import static dev.tidemark.ranked.Contents.score;
import static dev.tidemark.ranked.Picture.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.ranked.disk.FailingDisk;
import dev.tidemark.ranked.disk.FlakyDisk;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.spi.BackendException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Starts that give up what is damaged. A snapshot has parts that are newer than its sequence; where the log behind it is
 * damaged, nothing but a new snapshot holds what is left. It was once taken last, after the log was given up, and if it could
 * not be taken the engine served all the same: the next start was refused, or without everything acknowledged since.
 */
class TruncatedStartTest {

    private static final int MEMBERS = 100;

    enum Damage {
        /** The first command behind the snapshot, in the first of three files. */
        IN_THE_LOG {
            @Override
            void doTo(Path data) throws IOException {
                flip(files(data, "log-").get(0), 60);
            }
        },
        A_MISSING_FILE {
            @Override
            void doTo(Path data) throws IOException {
                Files.delete(files(data, "log-").get(1));
            }
        },
        AT_THE_BEGINNING_OF_A_FILE {
            @Override
            void doTo(Path data) throws IOException {
                flip(files(data, "log-").get(1), 3);
            }
        },
        IN_THE_SNAPSHOT {
            @Override
            void doTo(Path data) throws IOException {
                Path snapshot = files(data, "snapshot-").get(0);
                flip(snapshot, (int) Files.size(snapshot) - 30);
            }
        },
        IN_BOTH {
            @Override
            void doTo(Path data) throws IOException {
                IN_THE_SNAPSHOT.doTo(data);
                IN_THE_LOG.doTo(data);
            }
        };

        abstract void doTo(Path data) throws IOException;
    }

    @TempDir
    private Path path;

    private Folder folder;

    /** A snapshot that has commands which came while it was taken, and three files of the log behind it. */
    @BeforeEach
    void fill() throws IOException {
        folder = Folder.at(path.resolve("data"));
        FlakyDisk disk = new FlakyDisk();
        try (RankedBackend backend = folder.on(disk).open()) {
            for (int i = 0; i < MEMBERS; i++) {
                increment(backend, "a table", "m" + i, i, null);
            }
            disk.holdSync();
            CompletableFuture<Void> snapshot = CompletableFuture.runAsync(backend::snapshot);
            disk.awaitHeld();
            CompletionStage<?> meanwhile = null;
            for (int i = 0; i < 10; i++) {
                meanwhile = backend.rankings().increment("b table", List.of(new Increment("m", 1)), null);
            }
            disk.releaseSync();
            get(Objects.requireNonNull(meanwhile));
            snapshot.join();
            increment(backend, "c table", "m", 1, null);
            // Another snapshot that fails lets the log go on in a new file each time.
            for (int i = 0; i < 2; i++) {
                disk.leaveRoom(200);
                backend.snapshot();
                disk.leaveRoom(FlakyDisk.PLENTY);
                while (get(backend.status()).facts().containsKey("writes")) {
                    Thread.onSpinWait();
                }
                increment(backend, "c table", "m", 1, null);
            }
        }
        assertThat(files(folder.path(), "log-")).hasSize(3);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("Without room for the snapshot that it needs, the start is refused in one line and changes nothing")
    void noRoom(Damage damage) throws IOException {
        damage.doTo(folder.path());
        Map<Path, String> before = contents();
        FlakyDisk disk = new FlakyDisk();
        for (int attempt = 0; attempt < 2; attempt++) {
            disk.leaveRoom(300);
            assertThatThrownBy(() -> folder.on(disk).open("recover", "truncate"))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("No space left on device")
                    .hasMessageContaining("make room")
                    .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
            assertThat(contents()).isEqualTo(before);
        }
        assertStartsTruncated();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("What is acknowledged after a truncated start is there at the next, and what was given up is kept")
    void goesOn(Damage damage) throws IOException {
        damage.doTo(folder.path());
        assertThatThrownBy(folder::open).isInstanceOf(BackendException.class);
        assertStartsTruncated();
        assertThat(contents().keySet()).anyMatch(file -> file.toString().contains(".given-up"));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("Wherever the disk breaks in a truncated start, the next one has the same")
    void breaksAnywhere(Damage damage) throws IOException {
        damage.doTo(folder.path());
        Path whole = path.resolve("whole");
        copy(folder.path(), whole);
        Map<String, Long> expected = scores(Folder.at(whole));
        boolean opened = false;
        for (int steps = 0; !opened; steps++) {
            Path broken = path.resolve("broken" + steps);
            copy(folder.path(), broken);
            FailingDisk disk = new FailingDisk(steps);
            try {
                Folder.at(broken).on(disk).open("recover", "truncate").close();
                opened = disk.isWhole();
            } catch (BackendException e) {
                assertThat(e).hasMessageContaining("Input/output error");
            }
            assertThat(scores(Folder.at(broken)))
                    .as("broken after %s steps", steps)
                    .isEqualTo(expected);
        }
    }

    @Test
    @DisplayName("A file that was given up is kept as it was")
    void keepsGivenUp() throws IOException {
        Damage.IN_THE_LOG.doTo(folder.path());
        Map<Path, String> before = contents();
        // From parts of the snapshot that are newer than the damage.
        assertThat(scores(folder)).containsEntry("b table m", 10L).doesNotContainKey("c table m");
        Map<Path, String> after = contents();
        for (Path log : before.keySet().stream()
                .filter(file -> file.toString().startsWith("log-"))
                .toList()) {
            assertThat(after).containsEntry(Path.of(log + ".given-up"), before.get(log));
        }
    }

    @Test
    @DisplayName("Nothing is acknowledged on a disk without room for the snapshot that the next start does not have")
    void acknowledgedIsThere() throws IOException {
        Damage.IN_THE_LOG.doTo(folder.path());
        FlakyDisk disk = new FlakyDisk();
        disk.leaveRoom(300);
        boolean acknowledged = false;
        try (RankedBackend backend = folder.on(disk).open("recover", "truncate")) {
            disk.leaveRoom(FlakyDisk.PLENTY);
            increment(backend, "after", "m", 7, null);
            acknowledged = true;
        } catch (BackendException e) {
            assertThat(e).hasMessageContaining("No space left on device");
        }
        try (RankedBackend backend = folder.open("recover", "truncate")) {
            assertThat(get(backend.rankings().rank("after", "m", Order.ASC)).isPresent())
                    .isEqualTo(acknowledged);
        }
    }

    private void assertStartsTruncated() {
        Map<String, Long> scores = scores(folder);
        try (RankedBackend backend = folder.open("recover", "truncate")) {
            increment(backend, "after", "m", 7, null);
        }
        for (String recover : List.of("refuse", "truncate", "refuse")) {
            try (RankedBackend backend = folder.open("recover", recover)) {
                assertThat(score(backend, "after", "m")).isEqualTo(7);
                assertThat(scores(backend)).containsAllEntriesOf(scores);
            }
        }
    }

    /** What a truncated start brings back. */
    private static Map<String, Long> scores(Folder folder) {
        try (RankedBackend backend = folder.open("recover", "truncate")) {
            return scores(backend);
        }
    }

    private static Map<String, Long> scores(RankedBackend backend) {
        Map<String, Long> scores = new TreeMap<>();
        for (String table : List.of("a table", "b table", "c table")) {
            get(backend.rankings().range(table, Order.DESC, 0, MEMBERS))
                    .entries()
                    .forEach(member -> scores.put(table + " " + member.member(), member.score()));
        }
        assertThat(scores).hasSizeGreaterThanOrEqualTo(MEMBERS);
        return scores;
    }

    private Map<Path, String> contents() throws IOException {
        Map<Path, String> contents = new TreeMap<>();
        for (Path file : files(folder.path(), "")) {
            if (!file.endsWith("lock")) {
                contents.put(file.getFileName(), HexFormat.of().formatHex(Files.readAllBytes(file)));
            }
        }
        return contents;
    }

    private static List<Path> files(Path data, String prefix) throws IOException {
        try (Stream<Path> files = Files.list(data)) {
            return files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .sorted()
                    .toList();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        for (Path file : files(from, "")) {
            Files.copy(file, to.resolve(file.getFileName()));
        }
    }

    private static void flip(Path file, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 1;
        Files.write(file, bytes);
    }
}
