package dev.tidemark.ranked;

import dev.tidemark.Names;
import dev.tidemark.Page;
import dev.tidemark.ranked.log.Command;
import dev.tidemark.ranked.log.Journal;
import dev.tidemark.ranked.series.Series;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Point;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.SeriesInfo;
import dev.tidemark.timeseries.Summary;
import dev.tidemark.timeseries.TimeRange;
import dev.tidemark.timeseries.TimeSeriesStore;
import dev.tidemark.timeseries.Uniques;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * The series of this process. Readers of a series do not block each other. A batch holds the locks of all its series, so
 * it is stored as a whole; batches on different series do not block one another.
 */
final class SeriesStore implements TimeSeriesStore {

    /** A series and its lock. Once gone it is out of the map, and whoever waited for its lock looks there again. */
    private static final class Slot {
        final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        final Series series;
        boolean gone;

        Slot(Series series) {
            this.series = series;
        }
    }

    private final NamedMap<Slot> slots = new NamedMap<>();
    private final Journal journal;
    private final InstantSource clock;
    private final List<Granularity> granularities;
    private final BackendConfig config;

    SeriesStore(Journal journal, InstantSource clock, List<Granularity> granularities, BackendConfig config) {
        this.journal = journal;
        this.clock = clock;
        this.granularities = granularities;
        this.config = config;
    }

    int size() {
        return slots.size();
    }

    @Override
    public CompletionStage<Void> insert(List<Event> events) {
        return insert(clock.millis(), events, () -> null);
    }

    @Override
    public CompletionStage<Long> countAndGet(Count event, Granularity granularity) {
        long now = clock.millis();
        return insert(now, List.of(event), () -> {
            Slot slot = slots.get(event.series());
            return slot == null ? 0 : slot.series.count(granularity, event.at(), now);
        });
    }

    /** The one place that every insert passes: checked, logged, applied. Answers what {@code result} sees right after. */
    private <R> CompletionStage<R> insert(long now, List<Event> events, Supplier<R> result) {
        Map<String, List<Event>> bySeries = new TreeMap<>(Names.UTF8_ORDER);
        for (Event event : events) {
            bySeries.computeIfAbsent(event.series(), series -> new ArrayList<>())
                    .add(event);
        }
        List<Slot> locked = new ArrayList<>(bySeries.size());
        try {
            // Always in the order of the names, so that two batches cannot wait for each other.
            bySeries.forEach((series, own) -> {
                Slot slot = lock(series);
                locked.add(slot);
                slot.series.check(own, now);
            });
            CompletionStage<Void> safe = journal.append(new Command.InsertEvents(now, events));
            locked.forEach(slot -> slot.series.apply(bySeries.getOrDefault(slot.series.name(), List.of()), now));
            R answer = result.get();
            return safe.thenApply(done -> answer);
        } finally {
            locked.forEach(this::release);
            sweepOne(now);
        }
    }

    @Override
    public CompletionStage<List<Point>> counts(String series, Granularity granularity, TimeRange range) {
        return read(series, (found, now) -> found.counts(granularity, range, now));
    }

    @Override
    public CompletionStage<Uniques> uniques(String series, Granularity granularity, TimeRange range) {
        return read(series, (found, now) -> found.uniques(granularity, range, now));
    }

    @Override
    public CompletionStage<List<Sample>> samples(String series, TimeRange range, int limit) {
        return read(series, (found, now) -> found.samples(range, limit, now));
    }

    @Override
    public CompletionStage<List<Summary>> summaries(String series, Granularity granularity, TimeRange range) {
        return read(series, (found, now) -> found.summaries(granularity, range, now));
    }

    @Override
    public CompletionStage<Page<SeriesInfo>> series(String prefix, String after, int limit) {
        return CompletableFuture.completedFuture(slots.page(prefix, after, limit, (name, slot) -> {
            slot.lock.readLock().lock();
            try {
                return slot.gone || slot.series.isEmpty() ? null : new SeriesInfo(name, slot.series.kinds());
            } finally {
                slot.lock.readLock().unlock();
            }
        }));
    }

    @Override
    public CompletionStage<Boolean> delete(String series) {
        Slot slot = slots.get(series);
        if (slot == null) {
            return CompletableFuture.completedFuture(false);
        }
        slot.lock.writeLock().lock();
        try {
            if (slot.gone || slot.series.isEmpty()) {
                return CompletableFuture.completedFuture(false);
            }
            CompletionStage<Void> safe = journal.append(new Command.DeleteSeries(clock.millis(), series));
            remove(slot);
            return safe.thenApply(done -> true);
        } finally {
            slot.lock.writeLock().unlock();
        }
    }

    @SuppressWarnings("LockNotBeforeTry") // the caller releases it
    private Slot lock(String name) {
        while (true) {
            Slot slot = slots.getOrAdd(name, absent -> new Slot(new Series(absent, granularities, config)));
            slot.lock.writeLock().lock();
            if (!slot.gone) {
                return slot;
            }
            slot.lock.writeLock().unlock();
        }
    }

    /** Unlocks a series that was locked for writing, and lets go of it if nothing is in it. */
    private void release(Slot slot) {
        if (!slot.gone && slot.series.isEmpty()) {
            remove(slot);
        }
        slot.lock.writeLock().unlock();
    }

    private void remove(Slot slot) {
        slot.gone = true;
        slots.remove(slot.series.name(), slot);
    }

    /** Reads a series; one that is not there reads like one that was never written to. */
    private <R> CompletionStage<R> read(String name, Reader<R> reader) {
        long now = clock.millis();
        Slot slot = slots.get(name);
        if (slot == null) {
            return CompletableFuture.completedFuture(reader.read(new Series(name, granularities, config), now));
        }
        slot.lock.readLock().lock();
        try {
            return CompletableFuture.completedFuture(reader.read(slot.series, now));
        } finally {
            slot.lock.readLock().unlock();
        }
    }

    private interface Reader<R> {
        R read(Series series, long now);
    }

    /** What is past its retention is dropped on the way, one series a write. */
    private void sweepOne(long now) {
        Map.Entry<String, Slot> next = slots.next();
        if (next != null && next.getValue().lock.writeLock().tryLock()) {
            next.getValue().series.dropExpired(now);
            release(next.getValue());
        }
    }
}
