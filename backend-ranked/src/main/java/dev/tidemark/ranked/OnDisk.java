package dev.tidemark.ranked;

import dev.tidemark.ranked.Recovery.Recovered;
import dev.tidemark.ranked.backup.BackupFolder;
import dev.tidemark.ranked.backup.Backups;
import dev.tidemark.ranked.disk.DamagedFileException;
import dev.tidemark.ranked.disk.DataFolder;
import dev.tidemark.ranked.disk.Disk;
import dev.tidemark.ranked.disk.RecoveryProgress;
import dev.tidemark.ranked.log.Liveness;
import dev.tidemark.ranked.log.WriteAheadLog;
import dev.tidemark.ranked.snapshot.Snapshots;
import dev.tidemark.spi.BackendException;
import dev.tidemark.spi.Backup;
import dev.tidemark.spi.StartProgress;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An engine that is kept on disk: its folder, its log and its snapshots. */
final class OnDisk implements AutoCloseable {

    private static final Logger LOG = System.getLogger(OnDisk.class.getName());

    private static final long SEGMENT_SIZE = 32L << 20;

    private final DataFolder folder;
    private final DiskSettings settings;
    private final Engine engine;
    private final Liveness liveness;
    private final WriteAheadLog log;
    private final Snapshots snapshots;
    private final Backups backups;
    private final ScheduledExecutorService background = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "tidemark-snapshot");
        thread.setDaemon(true);
        return thread;
    });

    private OnDisk(
            DataFolder folder, DiskSettings settings, BackupFolder backupFolder, Recovered recovered, Liveness liveness)
            throws IOException {
        this.folder = folder;
        this.settings = settings;
        this.engine = recovered.engine();
        this.liveness = liveness;
        this.log = recovered.log().open(settings.fsync(), SEGMENT_SIZE, liveness);
        this.snapshots = new Snapshots(
                folder,
                log,
                engine::writeTo,
                settings.snapshotBytes(),
                settings.snapshotEvery(),
                recovered.log().bytes());
        this.backups = new Backups(folder, log, snapshots::take, backupFolder);
        engine.logTo(log);
    }

    /** Opens the folder, or makes it, and brings back what is in it. */
    static OnDisk open(
            DiskSettings settings, Disk disk, StartProgress progress, Liveness liveness, Supplier<Engine> empty) {
        DataFolder folder = DataFolder.open(settings.dir(), disk);
        RecoveryProgress recovering = new RecoveryProgress(progress);
        try {
            BackupFolder backupFolder = BackupFolder.of(settings.backupDir(), folder);
            return open(folder, settings, backupFolder, new Recovery(folder, recovering, empty), liveness);
        } catch (DamagedFileException e) {
            folder.close();
            throw new BackendException(
                    e.getMessage()
                            + ": bring the folder back from a backup, or set tidemark.ranked.recover=truncate to go"
                            + " on without what comes behind it (which is then kept beside it as *.given-up)",
                    e);
        } catch (IOException e) {
            folder.close();
            throw new BackendException("the folder " + folder.root() + " cannot be used: " + DataFolder.reason(e), e);
        } catch (OutOfMemoryError e) {
            folder.close();
            throw recovering.outOfMemory();
        } catch (RuntimeException | Error e) {
            folder.close();
            throw e;
        }
    }

    private static OnDisk open(
            DataFolder folder, DiskSettings settings, BackupFolder backupFolder, Recovery recovery, Liveness liveness)
            throws IOException {
        Recovered recovered = settings.truncate() ? recovery.recoverTruncated() : recovery.recover();
        folder.deleteTemporaries();
        OnDisk opened = new OnDisk(folder, settings, backupFolder, recovered, liveness);
        try {
            opened.begin(recovered.needsSnapshot());
        } catch (IOException | RuntimeException | Error e) {
            opened.close();
            throw e;
        }
        return opened;
    }

    private void begin(boolean needsSnapshot) throws IOException {
        if (needsSnapshot) {
            // It drops what it replaces. If it cannot be taken, nothing is dropped, and what is there is enough.
            snapshots.take();
        } else {
            Snapshots.dropWhatIsReplaced(folder);
        }
        // Nobody waits for it: it reports what goes wrong by itself.
        Future<?> unused = background.scheduleWithFixedDelay(this::takeSnapshotIfDue, 1, 1, TimeUnit.SECONDS);
    }

    private void takeSnapshotIfDue() {
        try {
            if (liveness.isAlive() && snapshots.isDue()) {
                snapshots.take();
            }
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a snapshot failed, and the log goes on without", e);
        } catch (Error e) {
            // An executor would never run it again, and say nothing.
            liveness.fail("taking a snapshot", e);
        }
    }

    Engine engine() {
        return engine;
    }

    /** Takes a snapshot now. */
    void snapshot() {
        CompletableFuture.runAsync(snapshots::take, background).join();
    }

    /** Why no write is taken for the moment, or null. */
    @Nullable
    String writesRejected() {
        return log.trouble();
    }

    CompletionStage<Backup> backup(Instant at) {
        return backups.take(at, background);
    }

    Map<String, String> facts() {
        Map<String, String> facts = new TreeMap<>();
        facts.put("persistence", "disk");
        facts.put("dir", folder.root().toString());
        facts.put("fsync", settings.fsync().name().toLowerCase(Locale.ROOT));
        String rejected = writesRejected();
        if (rejected != null) {
            facts.put("writes", "refused: " + rejected);
        }
        return facts;
    }

    @Override
    public void close() {
        snapshots.cancel();
        backups.cancel();
        background.shutdown();
        try {
            // Where something has failed, what it waits for may never come.
            background.awaitTermination(liveness.isAlive() ? 60 : 5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        log.close();
        folder.close();
    }
}
