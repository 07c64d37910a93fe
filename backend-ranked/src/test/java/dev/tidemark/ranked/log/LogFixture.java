package dev.tidemark.ranked.log;

import dev.tidemark.ranked.disk.DataFolder;
import dev.tidemark.ranked.disk.Disk;
import dev.tidemark.ranked.disk.FileKind;
import dev.tidemark.ranked.disk.RecoveryProgress;
import dev.tidemark.ranking.Increment;
import dev.tidemark.spi.StartProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** A log in a folder, and what can be read from it. */
final class LogFixture {

    static final long SEGMENT = 32L << 20;

    private LogFixture() {}

    /** A command that carries a number; they differ in size. */
    static Command numbered(long number) {
        String member = "member".repeat((int) (number % 5) + 1);
        return new Command.IncrementScores(1_000 + number, "table", List.of(new Increment(member, number)), null);
    }

    /** Appends the commands {@code from} to {@code to}, and waits until the last is safe. */
    static void append(WriteAheadLog log, long from, long to) {
        CompletionStage<Void> safe = null;
        for (long i = from; i <= to; i++) {
            safe = log.append(numbered(i)).safe();
        }
        if (safe != null) {
            safe.toCompletableFuture().join();
        }
    }

    static WriteAheadLog open(DataFolder folder, Fsync fsync, long segmentSize) throws IOException {
        return replay(folder, false, (sequence, command) -> {}).open(fsync, segmentSize, new Liveness());
    }

    static LogReplay replay(DataFolder folder, boolean truncate, LogReplay.Player player) throws IOException {
        return LogReplay.play(folder, 0, truncate, new RecoveryProgress(StartProgress.IGNORED), player);
    }

    /** Makes a log of the commands 1 to {@code count}, each of them safe before the next, and ends it properly. */
    static void write(Path root, long count, long segmentSize) throws IOException {
        try (DataFolder folder = DataFolder.open(root, Disk.REAL);
                WriteAheadLog log = open(folder, Fsync.ALWAYS, segmentSize)) {
            for (long i = 1; i <= count; i++) {
                append(log, i, i);
            }
        }
    }

    static List<Command> read(Path root, boolean truncate) throws IOException {
        List<Command> commands = new ArrayList<>();
        try (DataFolder folder = DataFolder.open(root, Disk.REAL)) {
            replay(folder, truncate, (sequence, command) -> commands.add(command));
        }
        return commands;
    }

    /** What is in the log behind a snapshot of that sequence. */
    static List<Command> readBehind(DataFolder folder, long snapshot) throws IOException {
        List<Command> commands = new ArrayList<>();
        LogReplay.play(
                folder,
                snapshot,
                false,
                new RecoveryProgress(StartProgress.IGNORED),
                (sequence, command) -> commands.add(command));
        return commands;
    }

    /** What is warned of while a log is read. */
    static List<String> warnings(Path root) throws IOException {
        List<String> warnings = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                warnings.add(line.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger(LogReplay.class.getName());
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        logger.setLevel(Level.WARNING);
        try {
            read(root, false);
        } finally {
            logger.removeHandler(handler);
            logger.setUseParentHandlers(true);
            logger.setLevel(null);
        }
        return warnings;
    }

    static List<Command> numbered(long from, long to) {
        List<Command> commands = new ArrayList<>();
        for (long i = from; i <= to; i++) {
            commands.add(numbered(i));
        }
        return commands;
    }

    static Path firstFile(Path root) throws IOException {
        try (DataFolder folder = DataFolder.open(root, Disk.REAL)) {
            return folder.files(FileKind.LOG).firstEntry().getValue();
        }
    }
}
