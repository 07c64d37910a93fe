package dev.tidemark.ranked.snapshot;

import dev.tidemark.ranked.disk.DataFolder;
import dev.tidemark.ranked.disk.FileKind;
import dev.tidemark.ranked.log.WriteAheadLog;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.CompletionException;

/**
 * Takes snapshots when the log has become long or old, and drops the part of the log that they replace.
 *
 * <p>For one thread; only {@link #cancel} may come from another.
 */
public final class Snapshots {

    private static final Logger LOG = System.getLogger(Snapshots.class.getName());

    /** Everything that goes into a snapshot. */
    public interface Source {
        void writeTo(SnapshotWriter snapshot) throws IOException;
    }

    private final DataFolder folder;
    private final WriteAheadLog log;
    private final Source source;
    private final long minBytes;
    private final Duration every;

    private long bytesBefore;
    private long lastSize;
    private long lastTaken = System.nanoTime();
    private volatile boolean cancelled;

    /**
     * A snapshot is due when the log has grown by {@code minBytes} and by as much as the last snapshot was large, or when
     * the last is older than {@code every} and the log has grown at all.
     *
     * @param replayed how much of the log had to be read to start
     */
    public Snapshots(DataFolder folder, WriteAheadLog log, Source source, long minBytes, Duration every, long replayed)
            throws IOException {
        this.folder = folder;
        this.log = log;
        this.source = source;
        this.minBytes = minBytes;
        this.every = every;
        this.bytesBefore = -replayed;
        Map.Entry<Long, Path> newest = folder.files(FileKind.SNAPSHOT).lastEntry();
        this.lastSize = newest == null ? 0 : Files.size(newest.getValue());
    }

    public boolean isDue() {
        long grown = log.size() - bytesBefore;
        return grown >= Math.max(minBytes, lastSize) || (grown > 0 && age().compareTo(every) >= 0);
    }

    private Duration age() {
        return Duration.ofNanos(System.nanoTime() - lastTaken);
    }

    /** Takes a snapshot if the disk lets it; otherwise everything stays as it was. */
    public void take() {
        long size = log.size();
        lastTaken = System.nanoTime();
        try {
            long sequence = log.rotate().toCompletableFuture().join();
            try (SnapshotWriter snapshot = new SnapshotWriter(folder, sequence, () -> cancelled)) {
                source.writeTo(snapshot);
                long written = snapshot.complete();
                // Commands that arrived meanwhile are in some parts of the snapshot and not in others: they must be
                // in the log before the snapshot counts.
                log.sync().toCompletableFuture().join();
                snapshot.publish();
                lastSize = written;
            }
            bytesBefore = size;
            dropWhatIsReplaced(folder);
            LOG.log(Level.DEBUG, "took a snapshot of {0} KB in {1} ms", lastSize >> 10, age().toMillis());
        } catch (IOException e) {
            postpone(size, DataFolder.reason(e));
        } catch (dev.tidemark.TidemarkException | CompletionException e) {
            postpone(size, String.valueOf(e.getMessage()));
        }
    }

    /** The log goes on and holds everything, so there is no hurry: the next attempt comes as if this one had worked. */
    private void postpone(long size, String reason) {
        if (!cancelled) {
            LOG.log(Level.WARNING, "no snapshot could be taken: {0}", reason);
        }
        bytesBefore = Math.max(bytesBefore, size - Math.max(minBytes, lastSize) / 2);
    }

    /** Lets a snapshot that is being taken end early. */
    public void cancel() {
        cancelled = true;
    }

    /** Drops older snapshots than the newest, and the part of the log that is in it. */
    public static void dropWhatIsReplaced(DataFolder folder) throws IOException {
        NavigableMap<Long, Path> snapshots = folder.files(FileKind.SNAPSHOT);
        if (snapshots.isEmpty()) {
            return;
        }
        long sequence = snapshots.lastKey();
        for (Path older : snapshots.headMap(sequence).values()) {
            Files.delete(older);
        }
        NavigableMap<Long, Path> logs = folder.files(FileKind.LOG);
        Long needed = logs.floorKey(sequence + 1);
        if (needed != null) {
            for (Path replaced : logs.headMap(needed).values()) {
                Files.delete(replaced);
            }
        }
    }
}
