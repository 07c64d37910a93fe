package dev.tidemark.ranked;

import dev.tidemark.ranking.RankingStore;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendStatus;
import dev.tidemark.spi.BackendUnavailableException;
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
    private final SeriesStore series;
    private final Tables tables;
    private final Housekeeping housekeeping;
    private final MemoryWatch memory;

    /** An engine in memory, or the one that is on {@code disk}. */
    RankedBackend(Engine engine, @Nullable OnDisk disk, InstantSource clock) {
        this.engine = engine;
        this.disk = disk;
        this.clock = clock;
        this.series = new SeriesStore(engine.series(), clock);
        this.tables = new Tables(engine.tables(), clock);
        this.housekeeping = new Housekeeping(engine, clock);
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
        return CompletableFuture.completedFuture(new BackendStatus(
                true,
                null,
                engine.memory().rejection(),
                Map.of("counts", "buckets", "samples", "blocks", "rankings", "ranked"),
                facts));
    }

    @Override
    public boolean isAlive() {
        return memory.isAlive();
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
                engine.tables().catchUp(clock.millis());
            } catch (BackendUnavailableException e) {
                // The disk is in trouble, and what was acknowledged is on it all the same.
            }
            disk.close();
        }
    }
}
