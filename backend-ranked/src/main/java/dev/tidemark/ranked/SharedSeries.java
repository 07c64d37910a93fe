package dev.tidemark.ranked;

import dev.tidemark.Page;
import dev.tidemark.ranked.bytes.RecordSource;
import dev.tidemark.ranked.log.Command;
import dev.tidemark.ranked.log.Journal;
import dev.tidemark.ranked.log.Journal.Appended;
import dev.tidemark.ranked.series.Series;
import dev.tidemark.ranked.snapshot.Kind;
import dev.tidemark.ranked.snapshot.SnapshotWriter;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.SeriesInfo;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Series by their names, each with its lock. Readers of a series do not block each other. A batch holds the locks of all its
 * series, so it is stored as a whole; batches on different series do not block one another.
 */
final class SharedSeries {

    private final NamedMap<Slot<Series>> slots = new NamedMap<>();
    private final List<Granularity> granularities;
    private final BackendConfig config;
    private final MemoryGuard memory;
    private Journal journal = Journal.MEMORY;

    SharedSeries(List<Granularity> granularities, BackendConfig config, MemoryGuard memory) {
        this.granularities = granularities;
        this.config = config;
        this.memory = memory;
    }

    /** From now on every change is logged. Called before anybody else knows the series. */
    void logTo(Journal log) {
        journal = log;
    }

    NamedMap<Slot<Series>> byName() {
        return slots;
    }

    @SuppressWarnings("NullAway") // a stage of Void completes with null
    CompletionStage<Void> insert(long now, List<Event> events) {
        if (events.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        Map<String, List<Event>> bySeries = bySeries(events);
        memory.admit(events.size(), () -> newSeries(bySeries.keySet()));
        return bySeries.size() == 1
                ? insert(now, events, series -> null)
                : insert(now, events, bySeries).safe();
    }

    CompletionStage<Long> countAndGet(long now, Count event, Granularity granularity) {
        memory.admit(1, () -> 1);
        return insert(now, List.of(event), series -> series.count(granularity, event.at(), now));
    }

    /** How many series a command would make. */
    int newSeries(Command.InsertEvents command) {
        return newSeries(command.events().stream().map(Event::series).collect(Collectors.toSet()));
    }

    private int newSeries(Collection<String> names) {
        return (int) names.stream().filter(name -> slots.get(name) == null).count();
    }

    private static Map<String, List<Event>> bySeries(List<Event> events) {
        Event first = events.get(0);
        if (events.size() == 1) {
            return Map.of(first.series(), events);
        }
        Map<String, List<Event>> bySeries = new HashMap<>();
        for (Event event : events) {
            bySeries.computeIfAbsent(event.series(), series -> new ArrayList<>(4))
                    .add(event);
        }
        return bySeries;
    }

    /** Inserts events of one series, and answers what {@code result} sees right after. */
    private <R> CompletionStage<R> insert(long now, List<Event> events, Function<Series, R> result) {
        Slot<Series> slot = lock(events.get(0).series());
        try {
            slot.content.check(events, now);
            Appended appended = journal.append(new Command.InsertEvents(now, events));
            slot.sequence = appended.sequence();
            try {
                slot.content.apply(events, now);
            } catch (RuntimeException | Error e) {
                journal.diverged(e);
                throw e;
            }
            R answer = result.apply(slot.content);
            return appended.safe().thenApply(done -> answer);
        } finally {
            release(slot);
        }
    }

    private Appended insert(long now, List<Event> events, Map<String, List<Event>> bySeries) {
        List<Slot<Series>> locked = new ArrayList<>(bySeries.size());
        try {
            lockAll(bySeries.keySet(), locked);
            for (Slot<Series> slot : locked) {
                slot.content.check(share(bySeries, slot), now);
            }
            Appended appended = journal.append(new Command.InsertEvents(now, events));
            journal.apply(() -> {
                for (Slot<Series> slot : locked) {
                    slot.sequence = appended.sequence();
                    slot.content.apply(share(bySeries, slot), now);
                }
            });
            return appended;
        } finally {
            releaseAll(locked);
        }
    }

    private static List<Event> share(Map<String, List<Event>> bySeries, Slot<Series> slot) {
        return bySeries.getOrDefault(slot.content.name(), List.of());
    }

    /** Always in the same order, so that two batches cannot wait for each other. */
    private void lockAll(Collection<String> series, List<Slot<Series>> locked) {
        String[] names = series.toArray(String[]::new);
        Arrays.sort(names);
        for (String name : names) {
            locked.add(lock(name));
        }
    }

    private Slot<Series> lock(String name) {
        while (true) {
            Slot<Series> slot = getOrMake(name);
            slot.lock();
            if (!slot.gone) {
                return slot;
            }
            slot.unlock();
        }
    }

    private Slot<Series> getOrMake(String name) {
        return slots.getOrAdd(name, absent -> {
            memory.made();
            return new Slot<>(new Series(absent, granularities, config));
        });
    }

    /** Unlocks a series that was locked for writing, and lets go of it if nothing is in it. */
    private void release(Slot<Series> slot) {
        try {
            removeIfEmpty(slot);
        } finally {
            slot.unlock();
        }
    }

    /** As {@link #release} for each: whatever goes wrong, none stays locked. */
    private void releaseAll(List<Slot<Series>> locked) {
        try {
            locked.forEach(this::removeIfEmpty);
        } finally {
            locked.forEach(Slot::unlock);
        }
    }

    private void removeIfEmpty(Slot<Series> slot) {
        if (!slot.gone && slot.content.isEmpty()) {
            remove(slot);
        }
    }

    private void remove(Slot<Series> slot) {
        slot.gone = true;
        slots.remove(slot.content.name(), slot);
        memory.freed();
    }

    CompletionStage<Boolean> delete(long now, String name) {
        Slot<Series> slot = slots.get(name);
        if (slot == null) {
            return CompletableFuture.completedFuture(false);
        }
        slot.lock();
        try {
            if (slot.gone || slot.content.isEmpty()) {
                return CompletableFuture.completedFuture(false);
            }
            Appended appended = journal.append(new Command.DeleteSeries(now, name));
            journal.apply(() -> remove(slot));
            return appended.safe().thenApply(done -> true);
        } finally {
            slot.unlock();
        }
    }

    /** Reads a series; one that is not there reads like one that was never written to. */
    <R> R read(String name, Function<Series, R> reader) {
        Slot<Series> slot = slots.get(name);
        return slot == null ? reader.apply(new Series(name, granularities, config)) : read(slot, reader);
    }

    private static <R> R read(Slot<Series> slot, Function<Series, R> reader) {
        long reading = slot.lockForReading();
        try {
            return reader.apply(slot.content);
        } finally {
            slot.unlockForReading(reading);
        }
    }

    Page<SeriesInfo> page(String prefix, String after, int limit) {
        return slots.page(prefix, after, limit, (name, slot) -> {
            Set<Event.Kind> kinds = read(slot, Series::kinds);
            return kinds.isEmpty() ? null : new SeriesInfo(name, kinds);
        });
    }

    /**
     * Lets go of what is past its retention in the next series. Each call looks at another, around and around. The clock is
     * asked under the lock: it may be set back at any time, and what was written since must not be taken for old.
     */
    void sweepOne(InstantSource clock) {
        Map.Entry<String, Slot<Series>> next = slots.next();
        if (next != null && next.getValue().tryLock()) {
            Slot<Series> slot = next.getValue();
            try {
                long now = clock.millis();
                if (!slot.gone && slot.content.hasExpired(now)) {
                    slot.sequence = journal.append(new Command.DropExpired(now, next.getKey()))
                            .sequence();
                    journal.apply(() -> slot.content.dropExpired(now));
                    memory.freed();
                }
            } finally {
                release(slot);
            }
        }
    }

    /** Writes all series, one after the other, and holds none of them for longer than it takes to mark its groups. */
    void writeTo(SnapshotWriter snapshot) throws IOException {
        for (Map.Entry<String, Slot<Series>> entry : slots.entries()) {
            Slot<Series> slot = entry.getValue();
            slot.lock();
            Series.Cut cut;
            long sequence;
            try {
                cut = slot.gone ? null : slot.content.cut();
                sequence = slot.sequence;
            } finally {
                release(slot);
            }
            if (cut != null) {
                snapshot.begin(Kind.SERIES, entry.getKey(), sequence);
                cut.writeTo(snapshot);
            }
        }
    }

    void restore(String name, long sequence, RecordSource records) throws IOException {
        Series series = Series.read(name, granularities, config, records);
        memory.made();
        slots.getOrAdd(name, absent -> new Slot<>(series)).sequence = sequence;
    }

    /** Carries out a command of the log, where it is not in the snapshot already. */
    void replay(long sequence, Command.OfSeries command) {
        if (command instanceof Command.InsertEvents insert) {
            bySeries(insert.events())
                    .forEach((name, events) -> replay(sequence, name, series -> series.apply(events, insert.at())));
        } else if (command instanceof Command.DropExpired drop) {
            replay(sequence, drop.series(), series -> series.dropExpired(drop.at()));
        } else if (command instanceof Command.DeleteSeries delete) {
            Slot<Series> slot = slots.get(delete.series());
            if (slot != null && sequence > slot.sequence) {
                slot.gone = true;
                slots.remove(delete.series(), slot);
            }
        }
    }

    private void replay(long sequence, String name, Consumer<Series> change) {
        Slot<Series> slot = lock(name);
        try {
            if (sequence > slot.sequence) {
                slot.sequence = sequence;
                change.accept(slot.content);
            }
        } finally {
            release(slot);
        }
    }
}
