package dev.tidemark.ranked;

import static dev.tidemark.ranked.Contents.fill;
import static dev.tidemark.ranked.Contents.increment;
import static dev.tidemark.ranked.Contents.score;
import static dev.tidemark.ranked.Picture.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.spi.BackendException;
import dev.tidemark.spi.Backup;
import dev.tidemark.spi.BackupNotPossibleException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Online backup")
class BackupTest {

    @TempDir
    private Path path;

    private Folder folder;

    @BeforeEach
    void setUp() throws IOException {
        path = path.toRealPath();
        folder = Folder.at(path.resolve("data"));
    }

    @Test
    @DisplayName("A backup without a snapshot restores everything up to it, and nothing of what came later")
    void fromTheLogAlone() throws IOException {
        Picture before;
        Backup backup;
        try (RankedBackend backend = folder.open()) {
            fill(backend, folder.clock().instant(), 1);
            before = Picture.of(backend, folder.clock().instant());
            backup = get(backend.backup());
            fill(backend, folder.clock().instant(), 2);
        }
        assertThat(restored(backup)).isEqualTo(before);
    }

    @Test
    @DisplayName("A backup holds the newest snapshot and the log behind it, also after restarts")
    void fromSnapshotAndLog() throws IOException {
        for (int round = 1; round <= 3; round++) {
            Picture before;
            Backup backup;
            try (RankedBackend backend = folder.open()) {
                fill(backend, folder.clock().instant(), round);
                backend.snapshot();
                fill(backend, folder.clock().instant(), round + 10);
                before = Picture.of(backend, folder.clock().instant());
                backup = get(backend.backup());
                backend.snapshot();
                fill(backend, folder.clock().instant(), round + 20);
            }
            assertThat(names(Path.of(backup.folder())))
                    .hasSize(2)
                    .anyMatch(name -> name.startsWith("snapshot-"))
                    .anyMatch(name -> name.startsWith("log-"));
            assertThat(restored(backup)).isEqualTo(before);
        }
    }

    @Test
    @DisplayName("An engine that holds nothing can be backed up, and the backup be written to once it is restored")
    void empty() throws IOException {
        Backup backup;
        try (RankedBackend backend = folder.open()) {
            backup = get(backend.backup());
        }
        assertThat(backup.sequence()).isZero();
        Folder copy = copy(backup);
        for (int i = 1; i <= 2; i++) {
            try (RankedBackend backend = copy.open()) {
                increment(backend, "table", "a", 1, null);
                assertThat(score(backend, "table", "a")).isEqualTo(i);
            }
        }
    }

    @Test
    @DisplayName("Increments that had not expired yet expire after a restore, each on time")
    void expiries() throws IOException {
        Folder restored;
        try (RankedBackend backend = folder.open()) {
            increment(backend, "table", "a", 1, null);
            increment(backend, "table", "a", 10, Duration.ofMinutes(10));
            backend.snapshot();
            increment(backend, "table", "a", 100, Duration.ofMinutes(20));
            restored = copy(get(backend.backup()));
        }
        try (RankedBackend backend = restored.open()) {
            assertThat(score(backend, "table", "a")).isEqualTo(111);
            folder.clock().advance(Duration.ofMinutes(15));
            assertThat(score(backend, "table", "a")).isEqualTo(101);
        }
        folder.clock().advance(Duration.ofMinutes(15));
        try (RankedBackend backend = restored.open()) {
            assertThat(score(backend, "table", "a")).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("A backup is a folder beside the data, named by time and sequence, and its size is told")
    void names() throws IOException {
        Backup first;
        Backup second;
        try (RankedBackend backend = folder.open()) {
            increment(backend, "table", "a", 1, null);
            increment(backend, "table", "a", 1, null);
            first = get(backend.backup());
            second = get(backend.backup());
        }
        Path backups = path.resolve("data-backups");
        String name = "2026-11-15T12-00-00Z-0000000000000000002";
        assertThat(first.folder()).isEqualTo(backups.resolve(name).toString());
        assertThat(second.folder()).isEqualTo(backups.resolve(name + "-2").toString());
        assertThat(first.sequence()).isEqualTo(2);
        assertThat(first.bytes()).isEqualTo(size(Path.of(first.folder())));
        assertThat(restored(second)).isEqualTo(restored(first));
    }

    @Test
    @DisplayName("tidemark.ranked.backup-dir says where backups go, and is made if it is not there")
    void backupDir() throws IOException {
        Path elsewhere = path.resolve("some/where/else");
        Backup backup;
        try (RankedBackend backend = folder.open("backup-dir", elsewhere.toString())) {
            assertThat(path.resolve("some")).doesNotExist();
            fill(backend, folder.clock().instant(), 1);
            backup = get(backend.backup());
        }
        assertThat(backup.folder()).startsWith(elsewhere + "/2026-");
        assertThat(path.resolve("data-backups")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"data", "data/backups", "data/../data/x/y", "link", "link/backups"})
    @DisplayName("A folder for backups inside the data folder ends the start in one line, and nothing is made there")
    void insideTheDataFolder(String backupDir) throws IOException {
        folder.open().close();
        Files.createSymbolicLink(path.resolve("link"), path.resolve("data"));
        List<String> before = names(folder.path());
        assertThatThrownBy(() -> folder.open("backup-dir", path + "/" + backupDir))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("is inside the data folder")
                .hasMessageContaining("tidemark.ranked.backup-dir")
                .message()
                .hasLineCount(1);
        assertThat(names(folder.path())).isEqualTo(before);
        folder.open().close();
    }

    @Test
    @DisplayName("Where backups cannot be written, the call fails and names the property; nothing else is harmed")
    void notWritable() throws IOException {
        Path file = Files.writeString(path.resolve("file"), "not a folder");
        for (Path dir : List.of(file, file.resolve("below"))) {
            try (RankedBackend backend = folder.open("backup-dir", dir.toString())) {
                assertThatThrownBy(() -> get(backend.backup()))
                        .hasRootCauseInstanceOf(BackupNotPossibleException.class)
                        .hasMessageContaining("backups cannot be written to " + dir)
                        .hasMessageContaining("tidemark.ranked.backup-dir");
                increment(backend, "table", "a", 1, null);
            }
        }
        assertThat(file).hasContent("not a folder");
    }

    @Test
    @DisplayName("Without a disk there is nothing to back up, and the answer says what to set")
    void inMemory() {
        try (RankedBackend backend = folder.open("persistence", "memory")) {
            assertThatThrownBy(() -> get(backend.backup()))
                    .hasRootCauseInstanceOf(BackupNotPossibleException.class)
                    .hasMessageContaining("tidemark.ranked.persistence");
        }
    }

    @Test
    @DisplayName("What a crash left of a backup is deleted at the start and with the next backup; other files stay")
    void incomplete() throws IOException {
        Path backups = Files.createDirectory(path.resolve("data-backups"));
        Path notOurs = Files.createDirectory(backups.resolve("notes.tmp"));
        Path incomplete = backups.resolve("2026-11-14T03-00-00Z.tmp");
        Files.createDirectory(incomplete);
        Files.writeString(incomplete.resolve("log-0000000000000000001.tide"), "half");
        Backup backup;
        try (RankedBackend backend = folder.open()) {
            assertThat(incomplete).doesNotExist();
            Files.createDirectory(incomplete);
            Files.writeString(incomplete.resolve("log-0000000000000000001.tide"), "half");
            backup = get(backend.backup());
        }
        assertThat(names(backups))
                .containsExactlyInAnyOrder(
                        "lock",
                        notOurs.getFileName().toString(),
                        Path.of(backup.folder()).getFileName().toString());
    }

    @Test
    @DisplayName("The data folder is as it was after a backup")
    void sourceIsNotTouched() throws IOException {
        try (RankedBackend backend = folder.open()) {
            fill(backend, folder.clock().instant(), 1);
            backend.snapshot();
            fill(backend, folder.clock().instant(), 2);
            List<String> before = names(folder.path());
            Path log = newest("log-");
            byte[] bytes = Files.readAllBytes(log);
            get(backend.backup());
            assertThat(names(folder.path())).isEqualTo(before);
            assertThat(log).hasBinaryContent(bytes);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"snapshot-", "log-"})
    @DisplayName("Damage in the data folder is found, healed from memory by a new snapshot, and not backed up")
    void damagedSource(String damaged) throws IOException {
        Picture before;
        Backup backup;
        try (RankedBackend backend = folder.open()) {
            fill(backend, folder.clock().instant(), 1);
            backend.snapshot();
            fill(backend, folder.clock().instant(), 2);
            before = Picture.of(backend, folder.clock().instant());
            flip(newest(damaged));
            backup = get(backend.backup());
        }
        assertThat(restored(backup)).isEqualTo(before);
        try (RankedBackend backend = folder.open()) {
            assertThat(Picture.of(backend, folder.clock().instant())).isEqualTo(before);
        }
    }

    @Test
    @DisplayName("Two engines that share a folder for backups take them one after the other")
    void sharedBackupDir() throws IOException {
        Folder other = new Folder(path.resolve("other"), folder.clock(), folder.disk());
        String shared = path.resolve("shared").toString();
        try (RankedBackend one = folder.open("backup-dir", shared);
                RankedBackend two = other.open("backup-dir", shared)) {
            increment(one, "table", "a", 1, null);
            increment(two, "table", "a", 2, null);
            Backup first = get(one.backup());
            Backup second = get(two.backup());
            try (RankedBackend backend = copy(first).open()) {
                assertThat(score(backend, "table", "a")).isEqualTo(1);
            }
            try (RankedBackend backend = copy(second).open()) {
                assertThat(score(backend, "table", "a")).isEqualTo(2);
            }
        }
    }

    private Picture restored(Backup backup) throws IOException {
        Folder copy = copy(backup);
        try (RankedBackend backend = copy.open()) {
            return Picture.of(backend, copy.clock().instant());
        }
    }

    /** Starting on a backup writes to it, so tests do as users are told to. */
    private Folder copy(Backup backup) throws IOException {
        Path target = Files.createTempDirectory(path, "restored");
        try (Stream<Path> files = Files.list(Path.of(backup.folder()))) {
            for (Path file : files.toList()) {
                Files.copy(file, target.resolve(file.getFileName()));
            }
        }
        return new Folder(target, folder.clock(), folder.disk());
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static long size(Path folder) throws IOException {
        long size = 0;
        for (String name : names(folder)) {
            size += Files.size(folder.resolve(name));
        }
        return size;
    }

    private Path newest(String prefix) throws IOException {
        String name = names(folder.path()).stream()
                .filter(each -> each.startsWith(prefix))
                .max(String::compareTo)
                .orElseThrow();
        return folder.path().resolve(name);
    }

    private static void flip(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 3] ^= 1;
        Files.write(file, bytes, java.nio.file.StandardOpenOption.WRITE);
    }
}
