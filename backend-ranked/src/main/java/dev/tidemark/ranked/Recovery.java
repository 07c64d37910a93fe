package dev.tidemark.ranked;

import dev.tidemark.ranked.bytes.RecordSource;
import dev.tidemark.ranked.disk.DamagedFileException;
import dev.tidemark.ranked.disk.DataFolder;
import dev.tidemark.ranked.disk.FileKind;
import dev.tidemark.ranked.disk.RecoveryProgress;
import dev.tidemark.ranked.log.LogReplay;
import dev.tidemark.ranked.snapshot.Kind;
import dev.tidemark.ranked.snapshot.SnapshotReader;
import dev.tidemark.ranked.snapshot.SnapshotWriter;
import dev.tidemark.spi.BackendException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Brings an engine to where it was: the newest good snapshot, and the log behind it. Nothing on disk is changed unless the
 * user wants damage to be given up, except that a damaged snapshot is taken out of the way once all that it had was recovered
 * without it.
 */
final class Recovery {

    private static final Logger LOG = System.getLogger(Recovery.class.getName());

    /**
     * The engine, the log behind it, and whether a new snapshot is to be taken before anything on disk is dropped. Nothing is
     * lost without one, but each start has to read more.
     */
    record Recovered(Engine engine, LogReplay log, boolean needsSnapshot) {}

    private final DataFolder folder;
    private final RecoveryProgress progress;
    private final Supplier<Engine> empty;

    /** The newest command that is known to have been safe, from whatever could be read. */
    private long known;

    /** The time of the command that was replayed last. */
    private long replayedTo;

    Recovery(DataFolder folder, RecoveryProgress progress, Supplier<Engine> empty) {
        this.folder = folder;
        this.progress = progress;
        this.empty = empty;
    }

    /**
     * Reads what is in the folder, whole.
     *
     * @throws DamagedFileException if something is damaged or missing
     */
    Recovered recover() throws IOException {
        List<Path> damaged = new ArrayList<>();
        DamagedFileException damage = null;
        for (long snapshot : startingPoints()) {
            try {
                Recovered recovered = recoverFrom(snapshot);
                for (Path each : damaged) {
                    LOG.log(
                            Level.WARNING,
                            "{0} could not be used, and everything was recovered from what is older; it is kept as {1}",
                            each,
                            folder.giveUp(each));
                }
                return new Recovered(recovered.engine, recovered.log, !damaged.isEmpty());
            } catch (DamagedFileException e) {
                // The newest is what matters to the user: an older snapshot, with all of the log behind it, is
                // there only if the process ended right after the newest was written.
                damage = damage == null ? e : damage;
                damaged.add(folder.file(FileKind.SNAPSHOT, snapshot));
            }
        }
        throw damage == null ? new IOException("there is nothing to start from") : damage;
    }

    /** The snapshots by their sequences, the newest first; 0 stands for none. */
    private List<Long> startingPoints() throws IOException {
        List<Long> points =
                new ArrayList<>(folder.files(FileKind.SNAPSHOT).descendingMap().keySet());
        if (points.isEmpty() || folder.files(FileKind.LOG).containsKey(1L)) {
            points.add(0L);
        }
        return points;
    }

    private Recovered recoverFrom(long snapshot) throws IOException {
        Engine engine = empty.get();
        begin(engine, snapshot);
        if (snapshot > 0) {
            restore(engine, snapshot);
        }
        LogReplay log = LogReplay.play(folder, snapshot, false, progress, player(engine));
        if (known > log.lastSequence()) {
            throw DamagedFileException.missing(folder.file(FileKind.LOG, log.lastSequence() + 1));
        }
        return new Recovered(engine, log, false);
    }

    /**
     * A few KB of new names can take many MB. So there has to be memory for a large command before it is applied, and what
     * small ones took is told by what they made, not by their bytes.
     */
    private LogReplay.Player player(Engine engine) {
        return (sequence, command) -> {
            int entries = command.entries();
            if (entries >= MemoryGuard.LARGE) {
                progress.require(
                        MemoryGuard.bytes(entries, entries),
                        () -> MemoryGuard.bytes(entries, engine.newNames(command)));
            }
            long before = engine.memory().admitted();
            engine.replay(sequence, command);
            replayedTo = command.at();
            progress.took(MemoryGuard.bytes(entries, 0) + engine.memory().admitted() - before);
        };
    }

    /**
     * Replay lets a table expire what is due when a command names it. Where no command ever does again, all that expired long
     * ago would be kept until the end, and need more memory than the engine ever had.
     */
    private void begin(Engine engine, long snapshot) throws IOException {
        replayedTo = Long.MIN_VALUE;
        long bytes = snapshot == 0 ? 0 : Files.size(folder.file(FileKind.SNAPSHOT, snapshot));
        progress.begin(
                bytes + LogReplay.bytes(folder, snapshot), () -> engine.tables().expireAll(replayedTo));
    }

    /** Fills an engine, and keeps in mind the newest command that is in any part of the snapshot. */
    private void restore(Engine engine, long snapshot) throws IOException {
        Path file = folder.file(FileKind.SNAPSHOT, snapshot);
        known = Math.max(known, snapshot);
        SnapshotReader.read(
                file,
                progress.reading("the snapshot", Files.size(file)),
                (Kind kind, String name, long sequence, RecordSource records) -> {
                    long before = engine.memory().admitted();
                    engine.restore(kind, name, sequence, records);
                    progress.took(engine.memory().admitted() - before);
                    known = Math.max(known, sequence);
                });
    }

    /**
     * Reads what comes before the first damage in the newest snapshot and in the log, and takes the rest out of the way.
     *
     * @throws BackendException if what was read cannot be written as a new snapshot
     */
    Recovered recoverTruncated() throws IOException {
        try {
            return recover();
        } catch (DamagedFileException e) {
            LOG.log(Level.WARNING, "{0}; what cannot be read is given up", e.getMessage());
        }
        Engine engine = empty.get();
        NavigableMap<Long, Path> snapshots = folder.files(FileKind.SNAPSHOT);
        long snapshot = snapshots.isEmpty() ? 0 : snapshots.lastKey();
        known = 0;
        begin(engine, snapshot);
        DamagedFileException damage = snapshot == 0 ? null : restoreWhatIsGood(engine, snapshot);
        LogReplay log = LogReplay.play(folder, snapshot, true, progress, player(engine));
        folder.deleteTemporaries();
        try {
            replace(engine, log, damage);
        } catch (IOException e) {
            throw new BackendException(
                    "what can be read of the damaged folder " + folder.root() + " cannot be written as a new snapshot ("
                            + DataFolder.reason(e)
                            + "), and without one nothing is given up: make room or repair the disk, and start again",
                    e);
        }
        return new Recovered(engine, log, false);
    }

    private @Nullable DamagedFileException restoreWhatIsGood(Engine engine, long snapshot) throws IOException {
        try {
            restore(engine, snapshot);
            return null;
        } catch (DamagedFileException e) {
            return e;
        }
    }

    /**
     * Writes what was read as a snapshot, with a new log behind it, in place of everything that is there. What is given up
     * leaves a gap in the log, or between it and parts of the old snapshot, that only the new snapshot closes. So it counts
     * only when all else is done, and up to then the folder holds all that was read: wherever this ends, the next start comes
     * to the same. What needs room comes first.
     */
    private void replace(Engine engine, LogReplay log, @Nullable DamagedFileException damagedSnapshot)
            throws IOException {
        long sequence = log.restartSequence(known);
        try (SnapshotWriter snapshot = new SnapshotWriter(folder, sequence, () -> false)) {
            engine.writeTo(snapshot);
            snapshot.complete();
            log.restart(sequence);
            if (damagedSnapshot != null) {
                Path kept = folder.giveUpCopy(damagedSnapshot.file());
                LOG.log(Level.WARNING, "{0}; it is kept as {1}", damagedSnapshot.getMessage(), kept);
            }
            snapshot.publish();
        }
    }
}
