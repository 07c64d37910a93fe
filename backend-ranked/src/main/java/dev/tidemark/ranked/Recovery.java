package dev.tidemark.ranked;

import dev.tidemark.ranked.bytes.RecordSource;
import dev.tidemark.ranked.disk.DamagedFileException;
import dev.tidemark.ranked.disk.DataFolder;
import dev.tidemark.ranked.disk.FileKind;
import dev.tidemark.ranked.log.LogReplay;
import dev.tidemark.ranked.snapshot.Kind;
import dev.tidemark.ranked.snapshot.SnapshotReader;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.function.Supplier;

/**
 * Brings an engine to where it was: the newest good snapshot, and the log behind it. Nothing on disk is changed unless the
 * user wants it cut.
 */
final class Recovery {

    private static final Logger LOG = System.getLogger(Recovery.class.getName());

    /** The engine, the log behind it, and whether something was given up, so that what is on disk does not fit any more. */
    record Recovered(Engine engine, LogReplay log, boolean cut) {}

    private final DataFolder folder;
    private final Supplier<Engine> empty;

    Recovery(DataFolder folder, Supplier<Engine> empty) {
        this.folder = folder;
        this.empty = empty;
    }

    /**
     * Reads what is in the folder, whole.
     *
     * @throws DamagedFileException if something is damaged or missing
     */
    Recovered recover() throws IOException {
        DamagedFileException damage = null;
        for (long snapshot : startingPoints()) {
            try {
                return recoverFrom(snapshot);
            } catch (DamagedFileException e) {
                // The newest is what matters to the user: an older snapshot, with all of the log behind it, is there
                // only
                // if the process ended right after the newest was written.
                damage = damage == null ? e : damage;
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
        long newest = snapshot == 0 ? 0 : restore(engine, snapshot);
        LogReplay log = LogReplay.play(folder, snapshot, false, engine::replay);
        if (newest > log.lastSequence()) {
            throw DamagedFileException.missing(folder.file(FileKind.LOG, log.lastSequence() + 1));
        }
        return new Recovered(engine, log, false);
    }

    private long restore(Engine engine, long snapshot) throws IOException {
        Restored restored = new Restored(engine, snapshot);
        SnapshotReader.read(folder.file(FileKind.SNAPSHOT, snapshot), restored::restore);
        return restored.newest;
    }

    /** Fills an engine, and keeps in mind the newest command that is in any part of the snapshot. */
    private static final class Restored {
        private final Engine engine;
        private long newest;

        Restored(Engine engine, long snapshot) {
            this.engine = engine;
            this.newest = snapshot;
        }

        void restore(Kind kind, String name, long sequence, RecordSource records) throws IOException {
            engine.restore(kind, name, sequence, records);
            newest = Math.max(newest, sequence);
        }
    }

    /** Reads what comes before the first damage in the newest snapshot and in the log, and takes the rest out of the way. */
    Recovered recoverTruncated() throws IOException {
        try {
            return recover();
        } catch (DamagedFileException e) {
            LOG.log(Level.WARNING, "{0}; what cannot be read is given up", e.getMessage());
        }
        Engine engine = empty.get();
        NavigableMap<Long, Path> snapshots = folder.files(FileKind.SNAPSHOT);
        long snapshot = snapshots.isEmpty() ? 0 : snapshots.lastKey();
        Restored restored = new Restored(engine, snapshot);
        if (snapshot > 0) {
            restoreWhatIsGood(folder.file(FileKind.SNAPSHOT, snapshot), restored);
        }
        LogReplay log = LogReplay.play(folder, snapshot, true, engine::replay);
        if (restored.newest > log.lastSequence()) {
            log.beginAnew(restored.newest);
        }
        return new Recovered(engine, log, true);
    }

    private void restoreWhatIsGood(Path snapshot, Restored restored) throws IOException {
        try {
            SnapshotReader.read(snapshot, restored::restore);
        } catch (DamagedFileException e) {
            LOG.log(Level.WARNING, "{0}; it is kept as {1}", e.getMessage(), folder.giveUpCopy(snapshot));
        }
    }
}
