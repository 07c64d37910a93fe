package dev.tidemark.ranked.log;

import static dev.tidemark.ranked.log.LogFixture.append;
import static dev.tidemark.ranked.log.LogFixture.numbered;
import static dev.tidemark.ranked.log.LogFixture.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.ranked.disk.DamagedFileException;
import dev.tidemark.ranked.disk.DataFolder;
import dev.tidemark.ranked.disk.Disk;
import dev.tidemark.ranked.disk.FileKind;
import dev.tidemark.ranked.disk.FlakyDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A machine that loses power keeps what was fsynced, and of the rest any pages, in any order. Frames that were written with
 * {@code never} once claimed that those before them were safe, and such a log was taken for damaged. And the mark that another
 * file follows could be on disk before the name of that file was, which looked as if the file had been lost.
 */
class PowerCutTest {

    private static final int PAGE = 4096;

    @TempDir
    private Path root;

    @Test
    @DisplayName(
            "With never, without a page that was never fsynced the log is there up to that page, and takes new commands")
    void lostPage() throws IOException {
        Path cut = root.resolve("cut");
        try (DataFolder folder = DataFolder.open(root.resolve("data"), Disk.REAL);
                WriteAheadLog log = LogFixture.open(folder, Fsync.NEVER, LogFixture.SEGMENT)) {
            for (int i = 1; i <= 400; i++) {
                append(log, i, i);
            }
            Path file = folder.file(FileKind.LOG, 1);
            byte[] bytes = Files.readAllBytes(file);
            assertThat(bytes).hasSizeGreaterThan(4 * PAGE);
            Arrays.fill(bytes, 2 * PAGE, 3 * PAGE, (byte) 0);
            Files.write(Files.createDirectory(cut).resolve(file.getFileName()), bytes);
        }

        List<Command> there = read(cut, false);
        assertThat(there).isNotEmpty().hasSizeLessThan(400).isEqualTo(numbered(1, there.size()));
        try (DataFolder folder = DataFolder.open(cut, Disk.REAL);
                WriteAheadLog log = LogFixture.open(folder, Fsync.NEVER, LogFixture.SEGMENT)) {
            append(log, there.size() + 1, there.size() + 10);
        }
        assertThat(read(cut, false)).isEqualTo(numbered(1, there.size() + 10));
    }

    @Test
    @DisplayName("What was fsynced on request is safe with never, too: without its page the log is refused")
    void lostSafePage() throws IOException {
        Path data = root.resolve("data");
        try (DataFolder folder = DataFolder.open(data, Disk.REAL);
                WriteAheadLog log = LogFixture.open(folder, Fsync.NEVER, LogFixture.SEGMENT)) {
            append(log, 1, 400);
            log.sync().toCompletableFuture().join();
            append(log, 401, 401);
        }
        Path file = LogFixture.firstFile(data);
        byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, 2 * PAGE, 3 * PAGE, (byte) 0);
        Files.write(file, bytes);

        assertThatThrownBy(() -> read(data, false)).isInstanceOf(DamagedFileException.class);
    }

    @Test
    @DisplayName("No file says that another follows before the name of the other is safe")
    void nameBeforeMark() throws IOException {
        FlakyDisk disk = new FlakyDisk();
        Path data = root.resolve("data");
        Path cut = Files.createDirectory(root.resolve("cut"));
        try (DataFolder folder = DataFolder.open(data, disk);
                WriteAheadLog log = LogFixture.open(folder, Fsync.ALWAYS, LogFixture.SEGMENT)) {
            append(log, 1, 100);
            disk.failToSyncNames(true);
            log.rotate().toCompletableFuture().join();
            // All that is safe: the name of the second file is not.
            Path first = folder.file(FileKind.LOG, 1);
            Files.copy(first, cut.resolve(first.getFileName()));
            disk.failToSyncNames(false);
            append(log, 101, 110);
        }

        assertThat(read(cut, false)).isEqualTo(numbered(1, 100));
        assertThat(read(data, false)).isEqualTo(numbered(1, 110));
    }

    @Test
    @DisplayName(
            "A folder of an earlier version, in which the next file has lost its name, has everything that was safe")
    void lostName() throws IOException {
        LogFixture.write(root, 100, LogFixture.SEGMENT);
        try (DataFolder folder = DataFolder.open(root, Disk.REAL)) {
            try (WriteAheadLog log = LogFixture.open(folder, Fsync.ALWAYS, LogFixture.SEGMENT)) {
                log.rotate().toCompletableFuture().join();
            }
            Path second = folder.file(FileKind.LOG, 101);
            Files.move(second, folder.temporary(second));
        }

        try (DataFolder folder = DataFolder.open(root, Disk.REAL);
                WriteAheadLog log = LogFixture.open(folder, Fsync.ALWAYS, LogFixture.SEGMENT)) {
            append(log, 101, 110);
        }
        assertThat(read(root, false)).isEqualTo(numbered(1, 110));
    }
}
