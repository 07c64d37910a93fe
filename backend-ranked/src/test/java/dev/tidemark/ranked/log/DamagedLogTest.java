package dev.tidemark.ranked.log;

import static dev.tidemark.ranked.log.LogFixture.numbered;
import static dev.tidemark.ranked.log.LogFixture.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.ranked.disk.DamagedFileException;
import dev.tidemark.ranked.disk.DataFolder;
import dev.tidemark.ranked.disk.Disk;
import dev.tidemark.ranked.disk.FileKind;
import dev.tidemark.ranked.disk.FlakyDisk;
import dev.tidemark.ranked.disk.FrameReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DamagedLogTest {

    private static final int COMMANDS = 300;

    @TempDir
    private Path root;

    private Path file;
    private byte[] whole;

    /** Where each command ends in the file; the first entry is where the first begins. */
    private List<Long> ends;

    @BeforeEach
    void writeLog() throws IOException {
        LogFixture.write(root, COMMANDS, LogFixture.SEGMENT);
        file = LogFixture.firstFile(root);
        whole = Files.readAllBytes(file);
        ends = new ArrayList<>();
        try (FrameReader reader = new FrameReader(FileKind.LOG, file)) {
            ends.add(reader.offset());
            while (reader.next()) {
                ends.add(reader.nextOffset());
            }
        }
        assertThat(whole).hasSizeGreaterThan(8192);
        assertThat(ends).hasSize(COMMANDS + 1);
    }

    @Test
    @DisplayName(
            "Cut at any byte of its last 4 KiB, the log has every command that was there whole, and goes on from there")
    void cutAnywhere() throws IOException {
        for (int length = whole.length - 4096; length <= whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));

            assertThat(read(root, false)).as("cut at %s", length).isEqualTo(numbered(1, wholeIn(length)));
        }
    }

    @Test
    @DisplayName("A log that was cut short takes new commands where it was cut")
    void goesOnWhereItWasCut() throws IOException {
        for (int length = whole.length - 200; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            long there = wholeIn(length);

            try (DataFolder folder = DataFolder.open(root, Disk.REAL);
                    WriteAheadLog log = LogFixture.open(folder, Fsync.NEVER, LogFixture.SEGMENT)) {
                LogFixture.append(log, there + 1, there + 3);
            }

            assertThat(read(root, false)).as("cut at %s", length).isEqualTo(numbered(1, there + 3));
        }
    }

    @Test
    @DisplayName("A tail of zeros, as a machine that lost power can leave it, is cut off")
    void zerosAtTheEnd() throws IOException {
        Files.write(file, Arrays.copyOf(whole, whole.length + 4096));

        assertThat(read(root, false)).isEqualTo(numbered(1, COMMANDS));
    }

    @Test
    @DisplayName("A write that was cut short where there were zeros is cut off, and said")
    void cutShortWithinZeros() throws IOException {
        for (long length = ends.get(COMMANDS - 1) + 1; length < whole.length; length++) {
            byte[] bytes = Arrays.copyOf(Arrays.copyOf(whole, (int) length), whole.length + 4096);
            Files.write(file, bytes);

            assertThat(read(root, false)).as("cut at %s", length).isEqualTo(numbered(1, COMMANDS - 1));
            assertThat(LogFixture.warnings(root))
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .startsWith(file + " ends with a write that was cut short");
        }
    }

    @Test
    @DisplayName("A write of which only the end got to disk, as when power fails, is cut off; one that was safe is not")
    void endWithoutBeginning() throws IOException {
        for (boolean safe : new boolean[] {false, true}) {
            Path other = root.resolve("safe-" + safe);
            FlakyDisk disk = new FlakyDisk();
            try (DataFolder folder = DataFolder.open(other, disk);
                    WriteAheadLog log = LogFixture.open(folder, Fsync.ALWAYS, LogFixture.SEGMENT)) {
                LogFixture.append(log, 1, 9);
                // All that comes while an fsync runs is one write.
                disk.holdSync();
                log.append(numbered(10));
                disk.awaitHeld();
                for (int i = 11; i <= 30; i++) {
                    log.append(numbered(i));
                }
                disk.releaseSync();
                log.sync().toCompletableFuture().join();
                if (safe) {
                    LogFixture.append(log, 31, 31);
                }
            }
            Path log = LogFixture.firstFile(other);
            byte[] bytes = Files.readAllBytes(log);
            Arrays.fill(bytes, (int) (long) ends.get(10), (int) (long) ends.get(11), (byte) 0);
            Files.write(log, bytes);

            if (safe) {
                assertThatThrownBy(() -> read(other, false)).isInstanceOf(DamagedFileException.class);
            } else {
                assertThat(read(other, false)).isEqualTo(numbered(1, 10));
            }
        }
    }

    @Test
    @DisplayName(
            "Any one bit that flips is found: in the last command it cuts that one off, before it the log is refused")
    void flippedBits() throws IOException {
        long lastCommand = ends.get(COMMANDS - 1);
        for (int at = 0; at < whole.length; at += at < lastCommand - 200 ? 7 : 1) {
            byte[] flipped = whole.clone();
            flipped[at] ^= (byte) (1 << (at % 8));
            Files.write(file, flipped);

            if (at < lastCommand) {
                long offset = beginOf(at);
                assertThatThrownBy(() -> read(root, false))
                        .as("bit flipped at %s", at)
                        .isInstanceOf(Exception.class)
                        .hasMessageContaining(file.toString())
                        .satisfies(e -> assertThat(e)
                                .matches(damage ->
                                        damage instanceof DamagedFileException damaged && damaged.offset() == offset));
            } else {
                assertThat(read(root, false)).as("bit flipped at %s", at).isEqualTo(numbered(1, COMMANDS - 1));
            }
        }
    }

    @Test
    @DisplayName("On request, it reads up to the damage and changes nothing; what is given up then is kept beside it")
    void truncates() throws IOException {
        byte[] flipped = whole.clone();
        long damaged = ends.get(100);
        flipped[(int) damaged + 20] ^= 1;
        Files.write(file, flipped);

        try (DataFolder folder = DataFolder.open(root, Disk.REAL)) {
            LogReplay replay = LogFixture.replay(folder, true, (sequence, command) -> {});
            assertThat(replay.isCut()).isTrue();
            assertThat(replay.lastSequence()).isEqualTo(100);
            assertThat(folder.files(FileKind.LOG).values()).containsExactly(file);
            assertThat(file).hasBinaryContent(flipped);

            long restart = replay.restartSequence(0);
            replay.restart(restart);
            try (WriteAheadLog log = replay.open(Fsync.ALWAYS, LogFixture.SEGMENT, new Liveness())) {
                LogFixture.append(log, restart + 1, restart + 2);
            }
            // As long as no snapshot replaces it, the log is damaged, and can be read as far.
            assertThat(LogFixture.replay(folder, true, (sequence, command) -> {})
                            .lastSequence())
                    .isEqualTo(100);
            assertThat(LogFixture.readBehind(folder, restart)).isEqualTo(numbered(restart + 1, restart + 2));
        }
        assertThatThrownBy(() -> read(root, false)).isInstanceOf(DamagedFileException.class);
        assertThat(Path.of(file + ".given-up")).hasBinaryContent(flipped);
    }

    @Test
    @DisplayName("A file that is missing is refused by its name, in the middle as at the end")
    void missingFile() throws IOException {
        Path many = root.resolve("many");
        LogFixture.write(many, COMMANDS, 1024);
        List<Path> files;
        try (DataFolder folder = DataFolder.open(many, Disk.REAL)) {
            files = List.copyOf(folder.files(FileKind.LOG).values());
        }
        assertThat(files).hasSizeGreaterThan(5);

        for (Path missing : files) {
            byte[] content = Files.readAllBytes(missing);
            Files.delete(missing);
            assertThatThrownBy(() -> read(many, false))
                    .isInstanceOf(DamagedFileException.class)
                    .hasMessage(missing + " is missing");
            Files.write(missing, content);
        }
        assertThat(read(many, false)).isEqualTo(numbered(1, COMMANDS));
    }

    @Test
    @DisplayName("Without a file in the middle, on request, what comes before it is there and takes new commands")
    void truncatesAtMissingFile() throws IOException {
        Path many = root.resolve("many");
        LogFixture.write(many, COMMANDS, 1024);
        Path missing;
        long first;
        try (DataFolder folder = DataFolder.open(many, Disk.REAL)) {
            first = List.copyOf(folder.files(FileKind.LOG).keySet()).get(3);
            missing = folder.file(FileKind.LOG, first);
        }
        Files.delete(missing);

        List<Command> before = new ArrayList<>();
        try (DataFolder folder = DataFolder.open(many, Disk.REAL)) {
            LogReplay replay = LogFixture.replay(folder, true, (sequence, command) -> before.add(command));
            long restart = replay.restartSequence(0);
            replay.restart(restart);
            try (WriteAheadLog log = replay.open(Fsync.ALWAYS, 1024, new Liveness())) {
                LogFixture.append(log, restart + 1, restart + 50);
            }
            assertThat(LogFixture.readBehind(folder, restart)).isEqualTo(numbered(restart + 1, restart + 50));
        }
        assertThat(before).isEqualTo(numbered(1, first - 1));
    }

    @Test
    @DisplayName("A file of a newer format is refused, with no advice to cut it")
    void newerFormat() throws IOException {
        byte[] newer = whole.clone();
        byte[] header = FileKind.LOG.header(1).array();
        System.arraycopy(header, 0, newer, 0, FileKind.HEADER);
        newer[8] = 99;
        java.util.zip.CRC32C checksum = new java.util.zip.CRC32C();
        checksum.update(newer, 0, FileKind.HEADER - 4);
        java.nio.ByteBuffer.wrap(newer).order(java.nio.ByteOrder.LITTLE_ENDIAN).putInt(FileKind.HEADER - 4, (int)
                checksum.getValue());
        Files.write(file, newer);

        assertThatThrownBy(() -> read(root, false))
                .hasMessage(file
                        + " has format 99, and this Tidemark reads up to 1: start the newer Tidemark that wrote it");
    }

    private long wholeIn(long length) {
        return ends.stream().filter(end -> end <= length).count() - 1;
    }

    /** Where the frame begins that a byte belongs to; 0 for the beginning of the file. */
    private long beginOf(int at) {
        return ends.stream().filter(end -> end <= at).reduce(0L, Math::max);
    }
}
