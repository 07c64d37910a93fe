package dev.tidemark.ranked.log;

import static dev.tidemark.ranked.log.LogFixture.append;
import static dev.tidemark.ranked.log.LogFixture.numbered;
import static dev.tidemark.ranked.log.LogFixture.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.ranked.bytes.ByteWriter;
import dev.tidemark.ranked.disk.DataFolder;
import dev.tidemark.ranked.disk.Disk;
import dev.tidemark.ranked.disk.FileKind;
import dev.tidemark.ranked.disk.FlakyDisk;
import dev.tidemark.ranked.disk.Frame;
import dev.tidemark.ranking.Increment;
import dev.tidemark.spi.BackendUnavailableException;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.Visit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WriteAheadLogTest {

    @TempDir
    private Path root;

    @Test
    @DisplayName("Every command is read as it was written")
    void everyCommand() throws IOException {
        Instant far = Instant.parse("9999-12-31T23:59:59.999Z");
        Instant early = Instant.parse("0001-01-01T00:00:00Z");
        List<Command> commands = List.of(
                new Command.InsertEvents(
                        5,
                        List.of(
                                new Count("a", far, Long.MIN_VALUE),
                                new Count("a", early, Long.MAX_VALUE),
                                new Visit("b", Instant.EPOCH, "Ünïcödé 🌊"),
                                new Sample("b", Instant.EPOCH, Double.MIN_VALUE),
                                new Sample("c", Instant.EPOCH, -Double.MAX_VALUE))),
                new Command.DeleteSeries(-1, "a"),
                new Command.DropExpired(7, "b"),
                new Command.SetScores(8, "t", Map.of("x", -(1L << 53) + 1, "y", 0L)),
                new Command.IncrementScores(9, "t", List.of(new Increment("x", 1), new Increment("x", -2)), null),
                new Command.IncrementScores(10, "t", List.of(new Increment("x", 1)), 3_153_600_000_000L),
                new Command.RemoveMembers(11, "t", List.of("x", "y")),
                new Command.DropTable(12, "t"),
                new Command.RetainTable(13, "t", Duration.ofDays(90)),
                new Command.DropAllTables(14),
                new Command.UndoIncrements(15, "t"));

        try (DataFolder folder = DataFolder.open(root, Disk.REAL);
                WriteAheadLog log = LogFixture.open(folder, Fsync.ALWAYS, LogFixture.SEGMENT)) {
            commands.forEach(
                    command -> log.append(command).safe().toCompletableFuture().join());
        }

        assertThat(read(root, false)).isEqualTo(commands);
    }

    @ParameterizedTest
    @EnumSource(Fsync.class)
    @DisplayName("A log goes on in new files, and across restarts")
    void manyFiles(Fsync fsync) throws IOException {
        for (int i = 0; i < 10; i++) {
            try (DataFolder folder = DataFolder.open(root, Disk.REAL);
                    WriteAheadLog log = LogFixture.open(folder, fsync, 500)) {
                for (int command = i * 50 + 1; command <= i * 50 + 50; command++) {
                    append(log, command, command);
                }
                assertThat(folder.files(FileKind.LOG)).hasSizeGreaterThan(2 * i);
            }
        }

        assertThat(read(root, false)).isEqualTo(numbered(1, 500));
    }

    @Test
    @DisplayName("Writers who come while an fsync runs share the next one")
    void groupCommit() throws Exception {
        FlakyDisk disk = new FlakyDisk();
        int writers = 16;
        int each = 100;
        try (DataFolder folder = DataFolder.open(root, disk);
                WriteAheadLog log = LogFixture.open(folder, Fsync.ALWAYS, LogFixture.SEGMENT)) {
            List<CompletableFuture<Void>> done = new ArrayList<>();
            for (int i = 0; i < writers; i++) {
                done.add(CompletableFuture.runAsync(
                        () -> {
                            for (int command = 0; command < each; command++) {
                                log.append(numbered(1))
                                        .safe()
                                        .toCompletableFuture()
                                        .join();
                            }
                        },
                        task -> new Thread(task).start()));
            }
            CompletableFuture.allOf(done.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
        }

        assertThat(disk.syncs()).isLessThan(writers * each / 2);
        assertThat(read(root, false)).hasSize(writers * each);
    }

    @Test
    @DisplayName(
            "A full disk refuses writes with the reason, and takes them again when there is room; nothing is lost or torn")
    void fullDisk() throws Exception {
        FlakyDisk disk = new FlakyDisk();
        try (DataFolder folder = DataFolder.open(root, disk);
                WriteAheadLog log = LogFixture.open(folder, Fsync.ALWAYS, LogFixture.SEGMENT)) {
            append(log, 1, 10);
            disk.leaveRoom(75);
            // The log took these two before it knew, so they get into it when there is room, though nobody was told so.
            assertThatThrownBy(() -> append(log, 11, 12))
                    .isInstanceOf(CompletionException.class)
                    .hasRootCauseInstanceOf(BackendUnavailableException.class)
                    .hasMessageContaining("the data folder cannot be written to: No space left on device");
            assertThatThrownBy(() -> log.append(numbered(13)))
                    .isInstanceOf(BackendUnavailableException.class)
                    .hasMessageContaining("No space left on device");
            assertThat(log.trouble()).isEqualTo("No space left on device");

            disk.leaveRoom(FlakyDisk.PLENTY);
            awaitNoTrouble(log);
            append(log, 13, 20);
        }

        assertThat(read(root, false)).isEqualTo(numbered(1, 20));
    }

    @Test
    @DisplayName("Most writes take the place of zeros; these are at most a fifth of the file, and go when it is closed")
    void zerosAhead() throws IOException {
        Path file;
        try (DataFolder folder = DataFolder.open(root, Disk.REAL);
                WriteAheadLog log = LogFixture.open(folder, Fsync.ALWAYS, LogFixture.SEGMENT)) {
            file = folder.file(FileKind.LOG, 1);
            Set<Long> sizes = new HashSet<>();
            for (int i = 1; i <= 1000; i++) {
                append(log, i, i);
                sizes.add(Files.size(file));
                long used = FileKind.HEADER + log.size();
                assertThat(Files.size(file)).isBetween(used, used * 5 / 4);
            }
            assertThat(sizes).as("up to 16 KiB there are no zeros").hasSizeLessThan(500);
        }

        assertThat(file).hasSize(FileKind.HEADER + sizeOf(numbered(1, 1000)));
        assertThat(read(root, false)).isEqualTo(numbered(1, 1000));
    }

    @Test
    @DisplayName("A process that is killed leaves zeros at the end of its log, which are nothing to talk of")
    void killed() throws IOException {
        Path copy = root.resolve("as-it-was");
        try (DataFolder folder = DataFolder.open(root, Disk.REAL);
                WriteAheadLog log = LogFixture.open(folder, Fsync.ALWAYS, LogFixture.SEGMENT)) {
            for (int i = 1; i <= 1000; i++) {
                append(log, i, i);
            }
            Files.createDirectory(copy);
            Path file = folder.file(FileKind.LOG, 1);
            Files.copy(file, copy.resolve(file.getFileName()));
        }
        assertThat(Files.readAllBytes(LogFixture.firstFile(copy))).endsWith(new byte[2048]);

        assertThat(read(copy, false)).isEqualTo(numbered(1, 1000));
        assertThat(LogFixture.warnings(copy)).isEmpty();
        try (DataFolder folder = DataFolder.open(copy, Disk.REAL);
                WriteAheadLog log = LogFixture.open(folder, Fsync.ALWAYS, LogFixture.SEGMENT)) {
            append(log, 1001, 1010);
        }
        assertThat(read(copy, false)).isEqualTo(numbered(1, 1010));
    }

    @Test
    @DisplayName("A disk with room for a command, and for no zeros, takes the command")
    void noRoomForZeros() throws IOException {
        FlakyDisk disk = new FlakyDisk();
        try (DataFolder folder = DataFolder.open(root, disk);
                WriteAheadLog log = LogFixture.open(folder, Fsync.ALWAYS, LogFixture.SEGMENT)) {
            for (int i = 1; i <= 1000; i++) {
                append(log, i, i);
            }
            disk.leaveRoom(sizeOf(numbered(1001, 1200)));
            for (int i = 1001; i <= 1200; i++) {
                append(log, i, i);
            }
            assertThat(log.trouble()).isNull();
        }

        assertThat(read(root, false)).isEqualTo(numbered(1, 1200));
    }

    @ParameterizedTest
    @EnumSource(
            value = Fsync.class,
            names = {"ALWAYS", "EVERYSEC"})
    @DisplayName("After an fsync failed, everything since the last good one is written again")
    void failingSync(Fsync fsync) throws Exception {
        FlakyDisk disk = new FlakyDisk();
        try (DataFolder folder = DataFolder.open(root, disk);
                WriteAheadLog log = LogFixture.open(folder, fsync, LogFixture.SEGMENT)) {
            append(log, 1, 10);
            disk.failToSync(true);
            log.append(numbered(11));
            awaitTrouble(log);
            assertThatThrownBy(() -> log.append(numbered(12))).hasMessageContaining("Input/output error");

            disk.failToSync(false);
            awaitNoTrouble(log);
            append(log, 12, 20);
        }

        assertThat(read(root, false)).isEqualTo(numbered(1, 20));
    }

    @Test
    @DisplayName("What waits when the log is closed is written first; after that nothing is taken")
    void close() throws IOException {
        WriteAheadLog log;
        try (DataFolder folder = DataFolder.open(root, Disk.REAL)) {
            log = LogFixture.open(folder, Fsync.EVERYSEC, LogFixture.SEGMENT);
            for (int i = 1; i <= 1000; i++) {
                log.append(numbered(i));
            }
            log.close();
        }

        assertThat(read(root, false)).isEqualTo(numbered(1, 1000));
        assertThatThrownBy(() -> log.append(numbered(1))).isInstanceOf(BackendUnavailableException.class);
    }

    @Test
    @DisplayName("Whoever waits for a write may wait for another on the thread that told him")
    void waitsWhereItWasTold() throws Exception {
        try (DataFolder folder = DataFolder.open(root, Disk.REAL);
                WriteAheadLog log = LogFixture.open(folder, Fsync.ALWAYS, LogFixture.SEGMENT)) {
            log.append(numbered(1))
                    .safe()
                    .thenRun(() -> append(log, 2, 2))
                    .toCompletableFuture()
                    .get(30, TimeUnit.SECONDS);
        }

        assertThat(read(root, false)).isEqualTo(numbered(1, 2));
    }

    /** How many bytes commands take in a file. */
    private static long sizeOf(List<Command> commands) {
        ByteWriter bytes = new ByteWriter(256);
        commands.forEach(command -> CommandCodec.write(command, bytes));
        return bytes.size() + (long) Frame.HEADER * commands.size();
    }

    private static void awaitTrouble(WriteAheadLog log) {
        while (log.trouble() == null) {
            Thread.onSpinWait();
        }
    }

    private static void awaitNoTrouble(WriteAheadLog log) {
        while (log.trouble() != null) {
            Thread.onSpinWait();
        }
    }
}
