package dev.tidemark.ranked;

import dev.tidemark.ranked.log.Liveness;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendStatus;
import dev.tidemark.spi.BackendUnavailableException;
import dev.tidemark.spi.Backup;
import dev.tidemark.spi.BackupNotPossibleException;
import dev.tidemark.timeseries.TimeSeriesStore;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The open engine. */
final class RankedBackend implements Backend {

    private final Engine engine;
    private final @Nullable OnDisk disk;
    private final InstantSource clock;
    private final Liveness liveness;
    private final SeriesStore series;
    private final Tables tables;
    private final Housekeeping housekeeping;
    private final MemoryWatch memory;

    /** An engine in memory, or the one that is on {@code disk}. */
    RankedBackend(Engine engine, @Nullable OnDisk disk, InstantSource clock, Liveness liveness) {
        this.engine = engine;
        this.disk = disk;
        this.clock = clock;
        this.liveness = liveness;
        this.series = new SeriesStore(engine.series(), clock);
        this.tables = new Tables(engine.tables(), clock);
        this.housekeeping = new Housekeeping(engine, clock, liveness);
        this.memory = new MemoryWatch(engine.memory(), tables);
    }

    @Override
    public TimeSeriesStore timeSeries() {
        return series;
    }

    @Override
    public RankingStore rankings() {
        return tables;
    }

    @Override
    public CompletionStage<BackendStatus> status() {
        Map<String, String> facts = new TreeMap<>(disk == null ? Map.of("persistence", "memory") : disk.facts());
        facts.put("series", Integer.toString(engine.series().byName().size()));
        facts.put("tables", Integer.toString(engine.tables().byName().size()));
        String failure = liveness.reason();
        if (failure != null) {
            facts.put("failure", failure);
        }
        return CompletableFuture.completedFuture(new BackendStatus(
                failure == null,
                null,
                failure == null ? writesRejected() : failure,
                Map.of("counts", "buckets", "samples", "blocks", "rankings", "ranked"),
                facts));
    }

    private @Nullable String writesRejected() {
        String full = disk == null ? null : disk.writesRejected();
        return full == null ? engine.memory().rejection() : full;
    }

    @Override
    public boolean isAlive() {
        return liveness.isAlive() && memory.isAlive();
    }

    @Override
    public CompletionStage<Backup> backup() {
        return disk == null
                ? CompletableFuture.failedFuture(new BackupNotPossibleException(
                        "there is nothing on disk to back up: set tidemark.ranked.persistence to disk"))
                : disk.backup(clock.instant());
    }

    /** Takes a snapshot now, if there is a disk to take it to. */
    void snapshot() {
        if (disk != null) {
            disk.snapshot();
        }
    }

    @Override
    public void close() {
        memory.close();
        tables.close();
        housekeeping.close();
        if (disk != null) {
            try {
                // Where a thread has failed, a lock may never come free again.
                if (liveness.isAlive()) {
                    engine.tables().catchUp(clock.millis());
                }
            } catch (BackendUnavailableException e) {
                // The disk is in trouble, and what was acknowledged is on it all the same.
            } finally {
                disk.close();
            }
        }
    }
}
