package dev.tidemark.ranked;

import dev.tidemark.Page;
import dev.tidemark.ranked.log.Command;
import dev.tidemark.ranked.log.Journal;
import dev.tidemark.ranked.table.Table;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.ranking.Score;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The ranked tables of this process. Readers of a table do not block each other, and tables do not block one another; only
 * {@link #flushAll} takes them all.
 */
final class Tables implements RankingStore {

    /** A table and its lock. Once gone it is out of the map, and whoever waited for its lock looks there again. */
    private static final class Slot {
        final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        final Table table;
        boolean gone;

        Slot(String name) {
            table = new Table(name);
        }
    }

    private final NamedMap<Slot> slots = new NamedMap<>();
    private final Unions unions;
    private final Journal journal;
    private final InstantSource clock;

    Tables(Journal journal, InstantSource clock) {
        this.journal = journal;
        this.clock = clock;
        this.unions = new Unions(clock, this::scoresOf);
    }

    int size() {
        return slots.size();
    }

    @Override
    public CompletionStage<Void> set(String table, Map<String, Long> scores) {
        long now = clock.millis();
        return change(table, new Command.SetScores(now, table, scores), target -> target.set(now, scores));
    }

    @Override
    public CompletionStage<List<Score>> increment(String table, List<Increment> by, @Nullable Duration expiresIn) {
        long now = clock.millis();
        Long deadline = expiresIn == null ? null : Long.valueOf(now + expiresIn.toMillis());
        Command command = new Command.IncrementScores(now, table, by, deadline);
        return change(table, command, target -> target.increment(now, by, deadline));
    }

    @Override
    public CompletionStage<Long> remove(String table, List<String> members) {
        long now = clock.millis();
        Command command = new Command.RemoveMembers(now, table, members);
        return changeIfThere(table, command, target -> target.remove(now, members), 0L);
    }

    @Override
    public CompletionStage<Boolean> drop(String table) {
        Command command = new Command.DropTable(clock.millis(), table);
        return changeIfThere(table, command, Table::drop, false);
    }

    @Override
    @SuppressWarnings("NullAway") // a stage of Void completes with null
    public CompletionStage<Void> retain(String table, Duration afterLastWrite) {
        long now = clock.millis();
        Command command = new Command.RetainTable(now, table, afterLastWrite);
        return changeIfThere(table, command, target -> target.retain(now, afterLastWrite), null);
    }

    @Override
    public CompletionStage<Void> flushAll() {
        Command command = new Command.DropAllTables(clock.millis());
        List<Slot> locked = new ArrayList<>();
        try {
            // In the order of their names, and nobody else holds two at once.
            slots.entries().forEach(entry -> {
                entry.getValue().lock.writeLock().lock();
                locked.add(entry.getValue());
            });
            CompletionStage<Void> safe = journal.append(command);
            locked.forEach(slot -> slot.table.clear());
            unions.forget();
            return safe;
        } finally {
            locked.forEach(this::release);
        }
    }

    @Override
    public CompletionStage<RankPage> range(String table, Order order, long offset, int count) {
        return read(table, target -> target.range(order, offset, count), new RankPage(0, List.of()));
    }

    @Override
    public CompletionStage<Optional<Ranked>> rank(String table, String member, Order order) {
        return read(table, target -> target.rank(member, order), Optional.empty());
    }

    @Override
    public CompletionStage<RankPage> around(String table, String member, Order order, int radius) {
        return read(table, target -> target.around(member, order, radius), new RankPage(0, List.of()));
    }

    @Override
    public CompletionStage<RankPage> union(List<String> tables, Order order, int count, Duration maxAge) {
        return unions.of(tables, maxAge).thenApply(union -> union.first(order, count));
    }

    @Override
    public CompletionStage<Page<String>> tables(String prefix, String after, int limit) {
        long now = clock.millis();
        return CompletableFuture.completedFuture(
                slots.page(prefix, after, limit, (name, slot) -> read(slot, now, table -> name)));
    }

    private <R> CompletionStage<R> change(String name, Command command, Function<Table, Supplier<R>> check) {
        Slot slot = lock(name, command.at());
        try {
            return change(slot, command, check);
        } finally {
            release(slot);
            sweepOne(command.at());
        }
    }

    private <R> CompletionStage<R> changeIfThere(
            String name, Command command, Function<Table, Supplier<R>> check, R otherwise) {
        Slot slot = slots.get(name);
        if (slot == null) {
            return CompletableFuture.completedFuture(otherwise);
        }
        slot.lock.writeLock().lock();
        try {
            slot.table.settle(command.at());
            return slot.table.isEmpty() ? CompletableFuture.completedFuture(otherwise) : change(slot, command, check);
        } finally {
            release(slot);
        }
    }

    /** The one place that every change to a table passes: checked, logged, applied. */
    private <R> CompletionStage<R> change(Slot slot, Command command, Function<Table, Supplier<R>> check) {
        Supplier<R> apply = check.apply(slot.table);
        CompletionStage<Void> safe = journal.append(command);
        R result = apply.get();
        return safe.thenApply(done -> result);
    }

    /** Locks the table of that name for writing, with everything done that was due; makes one if there is none. */
    private Slot lock(String name, long now) {
        while (true) {
            Slot slot = slots.getOrAdd(name, Slot::new);
            slot.lock.writeLock().lock();
            boolean fresh = slot.table.isEmpty();
            slot.table.settle(now);
            if (!slot.gone && (fresh || !slot.table.isEmpty())) {
                return slot;
            }
            release(slot);
        }
    }

    /** Unlocks a table that was locked for writing, and lets go of it if it has no members. */
    private void release(Slot slot) {
        if (slot.table.isEmpty() && !slot.gone) {
            slot.gone = true;
            slots.remove(slot.table.name(), slot);
        }
        slot.lock.writeLock().unlock();
    }

    private <R> CompletionStage<R> read(String name, Function<Table, R> reader, R otherwise) {
        Slot slot = slots.get(name);
        R found = slot == null ? null : read(slot, clock.millis(), reader);
        return CompletableFuture.completedFuture(found == null ? otherwise : found);
    }

    /** Reads a table with everything done that is due; null if it is not there any more. */
    private <R> @Nullable R read(Slot slot, long now, Function<Table, R> reader) {
        slot.lock.readLock().lock();
        try {
            if (!slot.table.isDue(now)) {
                return slot.table.isEmpty() ? null : reader.apply(slot.table);
            }
        } finally {
            slot.lock.readLock().unlock();
        }
        slot.lock.writeLock().lock();
        try {
            slot.table.settle(now);
            return slot.table.isEmpty() ? null : reader.apply(slot.table);
        } finally {
            release(slot);
        }
    }

    private List<Score> scoresOf(String name) {
        Slot slot = slots.get(name);
        List<Score> scores = slot == null ? null : read(slot, clock.millis(), Table::scores);
        return scores == null ? List.of() : scores;
    }

    /** Tables that nobody asks for any more are dropped on the way, one look a write. */
    private void sweepOne(long now) {
        Map.Entry<String, Slot> next = slots.next();
        if (next != null && next.getValue().lock.writeLock().tryLock()) {
            next.getValue().table.dropIfPastRetention(now);
            release(next.getValue());
        }
    }
}
