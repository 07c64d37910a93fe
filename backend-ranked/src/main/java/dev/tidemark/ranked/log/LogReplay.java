package dev.tidemark.ranked.log;

import dev.tidemark.ranked.bytes.ByteReader;
import dev.tidemark.ranked.disk.DamagedFileException;
import dev.tidemark.ranked.disk.DataFolder;
import dev.tidemark.ranked.disk.FileKind;
import dev.tidemark.ranked.disk.FileTail;
import dev.tidemark.ranked.disk.FrameReader;
import dev.tidemark.ranked.disk.Progress;
import dev.tidemark.ranked.disk.RecoveryProgress;
import dev.tidemark.spi.BackendException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads the log when the engine starts. A write that was cut short by the end of the process or of the machine leaves a
 * torn frame at the very end: nobody was told that it is done, so it is cut off. Anything else that is not as it was
 * written is damage, and nothing is done about it unless the user says so.
 */
public final class LogReplay {

    private static final Logger LOG = System.getLogger(LogReplay.class.getName());

    /** A command of fewer bytes is not worth a look at the memory that it takes. */
    private static final int LARGE = 1 << 16;

    /** Takes a command from the log. */
    public interface Player {
        void play(long sequence, Command command);
    }

    private final DataFolder folder;
    private final Player player;
    private final NavigableMap<Long, Path> files;
    private final Progress progress;
    private final long after;
    private long bytes;

    /** The last command that was read, the file that it is in, and where it ends there. */
    private long last;

    private @Nullable Path file;
    private long end;

    /** Where reading ended, if that was not the end of the log. */
    private @Nullable DamagedFileException damage;

    private LogReplay(DataFolder folder, long after, RecoveryProgress recovery, Player player) throws IOException {
        this.folder = folder;
        this.player = player;
        this.after = after;
        this.last = after;
        this.files = files(folder, after);
        this.progress = recovery.reading("the log", bytes(folder, after));
    }

    /**
     * Plays the commands behind the sequence {@code after}.
     *
     * @param truncate whether to end at the first damage instead of failing; then {@link #restart} has to follow, because
     *     nothing on disk has changed
     * @throws DamagedFileException if the log is damaged, or a part of it is missing
     */
    public static LogReplay play(
            DataFolder folder, long after, boolean truncate, RecoveryProgress recovery, Player player)
            throws IOException {
        LogReplay replay = new LogReplay(folder, after, recovery, player);
        try {
            replay.playFiles();
        } catch (DamagedFileException e) {
            if (!truncate) {
                throw e;
            }
            replay.damage = e;
        }
        return replay;
    }

    /** The files of the log that the commands behind {@code after} are in, by the sequence of their first. */
    private static NavigableMap<Long, Path> files(DataFolder folder, long after) throws IOException {
        NavigableMap<Long, Path> all = folder.files(FileKind.LOG);
        Long first = all.floorKey(after + 1);
        return first == null ? all : all.tailMap(first, true);
    }

    /** How much there is to read to play the commands behind {@code after}. */
    public static long bytes(DataFolder folder, long after) throws IOException {
        long bytes = 0;
        for (Path each : files(folder, after).values()) {
            bytes += Files.size(each);
        }
        return bytes;
    }

    /** Opens the log behind what was read. */
    public WriteAheadLog open(Fsync fsync, long segmentSize, Liveness liveness) throws IOException {
        LogSegment segment = file == null ? LogSegment.create(folder, last + 1) : LogSegment.open(folder, file, end);
        return new WriteAheadLog(folder, fsync, segmentSize, segment, last, WriteAheadLog.MAX_HELD, liveness);
    }

    public long lastSequence() {
        return last;
    }

    /** So much was read. */
    public long bytes() {
        return bytes;
    }

    /** Whether reading ended at damage. */
    public boolean isCut() {
        return damage != null;
    }

    /**
     * The sequence to {@link #restart} behind, with {@code known} and all before it in a snapshot. It leaves one out, so that
     * the new file never looks like the continuation of what was read; and it is behind that of every file.
     */
    public long restartSequence(long known) throws IOException {
        NavigableMap<Long, Path> all = folder.files(FileKind.LOG);
        return Math.max(Math.max(known, last), all.isEmpty() ? 0 : all.lastKey()) + 1;
    }

    /**
     * Lets the log go on behind {@code sequence} in a new file, and keeps what could not be read. The files that commands were
     * read from stay until a snapshot replaces them: if it never does, the next start reads as far as this one.
     */
    public void restart(long sequence) throws IOException {
        LogSegment.create(folder, sequence + 1).close();
        folder.disk().sync(folder.root());
        if (damage != null) {
            giveUpFrom(damage);
        }
        last = sequence;
        file = folder.file(FileKind.LOG, sequence + 1);
        end = FileKind.HEADER;
    }

    private void playFiles() throws IOException {
        if (files.isEmpty() ? after > 0 : files.firstKey() > after + 1) {
            throw missing(after + 1);
        }
        for (Map.Entry<Long, Path> each : files.entrySet()) {
            Long next = files.higherKey(each.getKey());
            boolean continued = playFile(each.getValue(), each.getKey(), next);
            if (next == null ? continued && !wasNeverNamed(last + 1) : next != last + 1) {
                throw missing(last + 1);
            }
        }
        progress.done();
    }

    /**
     * Whether the next file was made and did not keep its name, because the machine ended before the folder was safe. Then
     * nothing in it was: versions before this one could write the mark that it follows before its name was safe.
     */
    private boolean wasNeverNamed(long first) {
        return Files.exists(folder.temporary(folder.file(FileKind.LOG, first)));
    }

    private DamagedFileException missing(long first) {
        return DamagedFileException.missing(folder.file(FileKind.LOG, first));
    }

    /** Answers whether the file says that another follows. */
    private boolean playFile(Path path, long first, @Nullable Long next) throws IOException {
        try (FrameReader reader = new FrameReader(FileKind.LOG, path, progress::require)) {
            file = path;
            end = reader.offset();
            long bytesBefore = bytes;
            bytes += Files.size(path);
            for (long expected = first; isThere(reader, path, expected, next); expected++) {
                ByteReader body = reader.body();
                if (reader.sequence() != expected) {
                    throw new DamagedFileException(
                            path,
                            reader.offset(),
                            "entry " + expected + " is expected, but " + reader.sequence() + " is there");
                } else if (body.peekByte() == LogSegment.CONTINUED) {
                    return true;
                }
                long size = reader.nextOffset() - reader.offset();
                if (size >= LARGE) {
                    progress.require(CommandCodec.decodedSize(reader.body(), size));
                }
                Command command = decode(body, path, reader.offset());
                if (expected > after) {
                    player.play(expected, command);
                }
                last = Math.max(last, expected);
                end = reader.nextOffset();
                progress.reached(bytesBefore + end);
            }
        }
        return false;
    }

    private static Command decode(ByteReader body, Path path, long offset) {
        try {
            return CommandCodec.read(body);
        } catch (RuntimeException e) {
            throw new BackendException(
                    path + " has something at offset " + offset + " that this Tidemark does not understand ("
                            + e.getMessage() + "): start the newer one that wrote it",
                    e);
        }
    }

    private boolean isThere(FrameReader reader, Path path, long expected, @Nullable Long next) throws IOException {
        try {
            return reader.next();
        } catch (DamagedFileException e) {
            if (next != null && next == expected) {
                // Everything is there: all that is damaged is the mark that another file follows.
                return false;
            } else if (next == null && FileTail.isUnused(path, reader.offset())) {
                return false;
            } else if (next == null && !FileTail.wasSafe(path, reader.offset(), expected)) {
                LOG.log(
                        Level.WARNING,
                        path + " ends with a write that was cut short: " + (Files.size(path) - reader.offset())
                                + " bytes from offset " + reader.offset() + " on are dropped");
                return false;
            }
            throw e;
        }
    }

    /** Nothing was read from a file behind the damaged one, so it can go at once. */
    private void giveUpFrom(DamagedFileException e) throws IOException {
        LOG.log(Level.WARNING, "{0}; everything from there on is given up", e.getMessage());
        for (Path each : files.values()) {
            int order = each.compareTo(e.file());
            if (order > 0 || (order == 0 && e.offset() < FileKind.HEADER)) {
                LOG.log(Level.WARNING, "what was in it is kept in {0}", folder.giveUp(each));
            } else if (order == 0) {
                LOG.log(Level.WARNING, "what was in it is kept in {0}", folder.giveUpCopy(each));
            }
        }
    }
}
