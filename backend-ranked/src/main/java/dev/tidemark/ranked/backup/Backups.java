package dev.tidemark.ranked.backup;

import dev.tidemark.ranked.disk.DamagedFileException;
import dev.tidemark.ranked.disk.DataFolder;
import dev.tidemark.ranked.log.WriteAheadLog;
import dev.tidemark.spi.Applied;
import dev.tidemark.spi.BackendUnavailableException;
import dev.tidemark.spi.Backup;
import dev.tidemark.spi.BackupNotPossibleException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Takes backups while the engine is in use: copies of the newest snapshot and of the log behind it. Nobody waits for it: files
 * of the data folder only ever grow at the end of the log, and the copy of that ends with the last whole command that was
 * there. So a backup holds all commands up to one of them, and that is not before the last one that was acknowledged when the
 * backup began.
 *
 * <p>Each copy is checked. If something in the data folder turns out to be damaged, memory is still right: a new snapshot
 * takes the place of what is damaged, and the backup begins again.
 */
public final class Backups {

    private static final Logger LOG = System.getLogger(Backups.class.getName());

    private static final Duration RETRY = Duration.ofSeconds(5);

    private final DataFolder data;
    private final WriteAheadLog log;
    private final Runnable takeSnapshot;
    private final BackupFolder target;
    private final AtomicBoolean running = new AtomicBoolean();
    private volatile boolean cancelled;

    /** Takes backups of {@code data}; {@code takeSnapshot} takes a snapshot, on the thread that it is called on. */
    public Backups(DataFolder data, WriteAheadLog log, Runnable takeSnapshot, BackupFolder target) {
        this.data = data;
        this.log = log;
        this.takeSnapshot = takeSnapshot;
        this.target = target;
    }

    /**
     * Takes a backup, unless one is being taken.
     *
     * @param background where snapshots are taken too, one thing at a time: a snapshot deletes the log that a backup copies
     */
    public CompletionStage<Backup> take(Instant at, Executor background) {
        if (!running.compareAndSet(false, true)) {
            return CompletableFuture.failedFuture(
                    new BackupNotPossibleException("a backup is being taken: retry when it is complete", RETRY));
        }
        try {
            return CompletableFuture.supplyAsync(() -> take(at), background)
                    .whenCompleteAsync((backup, failure) -> running.set(false));
        } catch (RejectedExecutionException e) {
            // It stays as if one was running: none can be taken any more.
            return CompletableFuture.failedFuture(closing());
        }
    }

    /** Lets a backup that is being taken end early. No other can be taken. */
    public void cancel() {
        cancelled = true;
    }

    private Backup take(Instant at) {
        target.make();
        FileChannel lock = target.lock();
        try {
            Path temporary = target.begin(at);
            try {
                return takeUnlessDamaged(temporary, at);
            } finally {
                deleteIfThere(temporary);
            }
        } finally {
            BackupFolder.close(lock);
        }
    }

    private Backup takeUnlessDamaged(Path temporary, Instant at) {
        try {
            return copy(temporary, at);
        } catch (DamagedFileException e) {
            LOG.log(Level.WARNING, "{0}; a new snapshot takes its place", e.getMessage());
        } catch (IOException e) {
            throw failed(e);
        }
        takeSnapshot.run();
        deleteIfThere(temporary);
        try {
            return copy(Files.createDirectory(temporary), at);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private Backup copy(Path temporary, Instant at) throws IOException {
        long started = System.nanoTime();
        SourceFiles source = new SourceFiles(data, durableSequence());
        Room room = new Room(target.disk(), target.root());
        room.requireFor(source.bytes());
        CheckedCopy copy = new CheckedCopy(temporary, target.disk(), room, source.bytes(), () -> cancelled);
        try {
            long sequence = source.copyTo(copy);
            Path folder = target.complete(temporary, at, sequence);
            LOG.log(
                    Level.INFO,
                    "took the backup {0}: {1} KB in {2} ms",
                    folder,
                    copy.bytes() >> 10,
                    Duration.ofNanos(System.nanoTime() - started).toMillis());
            return new Backup(folder.toString(), copy.bytes(), sequence);
        } catch (IOException e) {
            if (!cancelled && room.isTight()) {
                throw room.full(source.bytes());
            }
            throw e;
        }
    }

    /** Everything that was acknowledged is in the log's files, and up to this command no torn write can be. */
    private long durableSequence() {
        try {
            log.sync().toCompletableFuture().join();
        } catch (BackendUnavailableException | CompletionException e) {
            // The disk that the data is on is full, say. What was acknowledged before is on it, and can be copied.
            LOG.log(Level.INFO, "backing up what the log holds: {0}", e.getMessage());
        }
        return log.durableSequence();
    }

    private RuntimeException failed(IOException e) {
        return cancelled
                ? closing()
                : new BackendUnavailableException(
                        "no backup could be taken: " + DataFolder.reason(e), RETRY, Applied.NO, e);
    }

    private static BackendUnavailableException closing() {
        return new BackendUnavailableException(
                "no backup could be taken: the data folder is being closed", Duration.ofSeconds(1), Applied.NO, null);
    }

    private static void deleteIfThere(Path temporary) {
        try {
            if (Files.exists(temporary)) {
                BackupFolder.delete(temporary);
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "{0} could not be deleted: {1}", temporary, DataFolder.reason(e));
        }
    }
}
