package dev.tidemark.ranked;

import dev.tidemark.Names;
import dev.tidemark.ranked.Deadlines.Look;
import dev.tidemark.ranked.bytes.RecordSource;
import dev.tidemark.ranked.log.Command;
import dev.tidemark.ranked.log.Journal;
import dev.tidemark.ranked.log.Journal.Appended;
import dev.tidemark.ranked.snapshot.Kind;
import dev.tidemark.ranked.snapshot.SnapshotWriter;
import dev.tidemark.ranked.table.Table;
import dev.tidemark.ranking.TableIncrements;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tables by their names, each with its lock. Readers of a table do not block each other, and tables do not block one
 * another. Whoever gets to see a table sees it after every undo that is due, and never one that is past its retention.
 *
 * <p>Undos are not logged: replay carries them out again, before the command that they came before. Logged is what replay
 * could not know, because a clock may be set back: that a table was dropped because of its age, and that undos came before
 * a command which carries an earlier time than theirs.
 */
final class SharedTables {

    static final class TableSlot extends Slot<Table> {

        /** When somebody is going to look for undos; null until there are any. */
        private @Nullable Look look;

        private long lookAt = Long.MAX_VALUE;

        private TableSlot(Table table) {
            super(table);
        }
    }

    private final NamedMap<TableSlot> slots = new NamedMap<>();
    private final Deadlines deadlines = new Deadlines();
    private final MemoryGuard memory;
    private Journal journal = Journal.MEMORY;

    /** Held while a table is made, so that {@link #dropAll} knows them all. */
    private final Object making = new Object();

    SharedTables(MemoryGuard memory) {
        this.memory = memory;
    }

    /** From now on every change is logged. Called before anybody else knows the tables. */
    void logTo(Journal log) {
        journal = log;
    }

    MemoryGuard memory() {
        return memory;
    }

    NamedMap<TableSlot> byName() {
        return slots;
    }

    /** How many tables have something pending, as far as that is known without a look at them. */
    int tablesWithDeadlines() {
        return deadlines.size();
    }

    /** When the next undo is due, or {@link Long#MAX_VALUE}. */
    long nextDeadline() {
        return deadlines.next();
    }

    /** Locks the table of that name for writing; makes one if there is none. */
    private TableSlot lockOrMake(String name, long now) {
        while (true) {
            TableSlot slot = getOrMake(name, Table::new);
            if (lock(slot, now)) {
                return slot;
            }
        }
    }

    /** Locks the table of that name for writing; null if there is none. */
    private @Nullable TableSlot lockIfThere(String name, long now) {
        while (true) {
            TableSlot slot = slots.get(name);
            if (slot == null) {
                return null;
            }
            if (lock(slot, now)) {
                if (!slot.content.isEmpty()) {
                    return slot;
                }
                release(slot);
            }
        }
    }

    private TableSlot getOrMake(String name, Function<String, Table> factory) {
        TableSlot found = slots.get(name);
        if (found != null) {
            return found;
        }
        synchronized (making) {
            memory.made();
            return slots.getOrAdd(name, absent -> new TableSlot(factory.apply(absent)));
        }
    }

    /** Does everything that is due. Answers whether the slot is locked now; if it is not, it is worth to look again. */
    private boolean lock(TableSlot slot, long now) {
        slot.lock();
        boolean ready = false;
        try {
            if (!slot.gone && !dropIfPastRetention(slot, now)) {
                undoWhatIsDue(slot, now);
                ready = true;
            }
        } catch (Error e) {
            journal.diverged(e);
            throw e;
        } finally {
            if (!ready) {
                release(slot);
            }
        }
        return ready;
    }

    private boolean dropIfPastRetention(TableSlot slot, long now) {
        Table table = slot.content;
        if (!table.isPastRetention(now)) {
            return false;
        }
        slot.sequence = journal.append(new Command.DropTable(now, table.name())).sequence();
        journal.apply(table::clear);
        return true;
    }

    private void undoWhatIsDue(TableSlot slot, long now) {
        Table table = slot.content;
        long undone = table.lastUndone();
        if (undone > now) {
            table.undo(undone, memory::hasRoom);
            slot.sequence = journal.append(new Command.UndoIncrements(undone, table.name()))
                    .sequence();
            table.forgetLastUndone();
        }
        table.undo(now, memory::hasRoom);
    }

    /** Logs what replay could not know and no write has logged yet, for when there is going to be none. */
    void catchUp(long now) {
        slots.entries().forEach(entry -> {
            if (lock(entry.getValue(), now)) {
                release(entry.getValue());
            }
        });
    }

    /** Unlocks a table that was locked for writing, and drops it if it has no members. */
    private void release(TableSlot slot) {
        try {
            forgetIfEmpty(slot);
        } finally {
            slot.unlock();
        }
    }

    /** As {@link #release} for each, and takes them out of the list: whatever goes wrong, none stays locked. */
    private void releaseAll(List<TableSlot> locked) {
        try {
            locked.forEach(this::forgetIfEmpty);
        } finally {
            locked.forEach(Slot::unlock);
            locked.clear();
        }
    }

    private void forgetIfEmpty(TableSlot slot) {
        if (slot.content.isEmpty() && !slot.gone) {
            slot.gone = true;
            slots.remove(slot.content.name(), slot);
            lookNoMore(slot);
            memory.freed();
        }
    }

    /**
     * Changes a table, which is made if there is none.
     *
     * @param entries how many scores it may add
     */
    <R> CompletionStage<R> change(
            Command.OfTable command, int entries, Consumer<Table> check, Function<Table, R> apply) {
        memory.admit(entries, () -> 1);
        TableSlot slot = lockOrMake(command.table(), command.at());
        try {
            return change(slot, command, check, apply);
        } finally {
            release(slot);
        }
    }

    /** Changes a table if it is there. */
    <R> CompletionStage<R> changeIfThere(Command.OfTable command, Function<Table, R> apply, R otherwise) {
        TableSlot slot = lockIfThere(command.table(), command.at());
        if (slot == null) {
            return CompletableFuture.completedFuture(otherwise);
        }
        try {
            memory.freed();
            return change(slot, command, table -> {}, apply);
        } finally {
            release(slot);
        }
    }

    /** The one place that every change to one table passes: checked, logged, applied. */
    private <R> CompletionStage<R> change(
            TableSlot slot, Command.OfTable command, Consumer<Table> check, Function<Table, R> apply) {
        check.accept(slot.content);
        Appended appended = journal.append(command);
        slot.sequence = appended.sequence();
        R result;
        try {
            result = apply.apply(slot.content);
            lookInTime(slot);
        } catch (RuntimeException | Error e) {
            journal.diverged(e);
            throw e;
        }
        return appended.safe().thenApply(done -> result);
    }

    /** How many tables a command would make. */
    int newTables(Command.IncrementTables command) {
        return (int) command.changes().stream()
                .filter(change -> slots.get(change.table()) == null)
                .count();
    }

    /** Changes several tables as one: all are checked before anything is logged, and it is logged once. */
    CompletionStage<Void> change(Command.IncrementTables command) {
        List<TableIncrements> changes = new ArrayList<>(command.changes());
        memory.admit(command.entries(), () -> newTables(command));
        changes.sort(Comparator.comparing(TableIncrements::table, Names.UTF8_ORDER));
        List<TableSlot> locked = new ArrayList<>(changes.size());
        try {
            lockAll(changes, command.at(), locked);
            for (int i = 0; i < locked.size(); i++) {
                locked.get(i).content.checkIncrement(changes.get(i).increments());
            }
            Appended appended = journal.append(command);
            journal.apply(() -> {
                for (int i = 0; i < locked.size(); i++) {
                    TableSlot slot = locked.get(i);
                    slot.sequence = appended.sequence();
                    slot.content.increment(command.at(), changes.get(i));
                }
            });
            return appended.safe();
        } finally {
            releaseAll(locked);
        }
    }

    /**
     * Locks tables in the order of their names, as {@link #dropAll} does, so that neither waits for the other. All of them
     * are made before the first is locked: {@link #dropAll} lets nobody make a table while it waits for locks.
     */
    private void lockAll(List<TableIncrements> changes, long now, List<TableSlot> locked) {
        while (locked.size() < changes.size()) {
            List<TableSlot> wanted = changes.stream()
                    .map(change -> getOrMake(change.table(), Table::new))
                    .toList();
            for (TableSlot slot : wanted) {
                if (!lock(slot, now)) {
                    releaseAll(locked);
                    break;
                }
                locked.add(slot);
            }
        }
    }

    CompletionStage<Void> dropAll(long now) {
        synchronized (making) {
            List<Map.Entry<String, TableSlot>> all = slots.entries();
            List<TableSlot> locked = new ArrayList<>(all.size());
            try {
                all.forEach(entry -> {
                    entry.getValue().lock();
                    locked.add(entry.getValue());
                });
                Appended appended = journal.append(new Command.DropAllTables(now));
                journal.apply(() -> locked.forEach(slot -> slot.content.clear()));
                return appended.safe();
            } finally {
                releaseAll(locked);
            }
        }
    }

    /** How many members the tables have, added up. */
    long members(Collection<String> names, long now) {
        return names.stream().mapToLong(name -> read(name, now, Table::size, 0)).sum();
    }

    <R> R read(String name, long now, Function<Table, R> reader, R otherwise) {
        TableSlot slot = slots.get(name);
        R found = slot == null ? null : read(slot, now, reader);
        return found == null ? otherwise : found;
    }

    /** Reads a table; null if there is none to be seen. */
    <R> @Nullable R read(TableSlot slot, long now, Function<Table, @Nullable R> reader) {
        Table table = slot.content;
        long reading = slot.lockForReading();
        try {
            if (isToBeSeen(table, now) && table.nextDeadline() <= now) {
                slot.unlockForReading(reading);
                reading = Slot.NOT_LOCKED;
                reading = undoAndLockForReading(slot, now);
            }
            return isToBeSeen(table, now) ? reader.apply(table) : null;
        } finally {
            if (reading != Slot.NOT_LOCKED) {
                slot.unlockForReading(reading);
            }
        }
    }

    private static boolean isToBeSeen(Table table, long now) {
        return !table.isEmpty() && !table.isPastRetention(now);
    }

    /** Nobody else gets to write in between: whoever has undone what was due before a read need not wait once more. */
    private long undoAndLockForReading(TableSlot slot, long now) {
        slot.lock();
        try {
            slot.content.undo(now, memory::hasRoom);
        } catch (RuntimeException | Error e) {
            journal.diverged(e);
            slot.unlock();
            throw e;
        }
        return slot.goOnReading();
    }

    private void lookInTime(TableSlot slot) {
        long next = slot.content.nextDeadline();
        if (next < slot.lookAt) {
            lookAt(slot, next);
        }
    }

    private void lookAt(TableSlot slot, long at) {
        Look look = slot.look == null ? new Look(slot.content.name()) : slot.look;
        slot.look = look;
        slot.lookAt = at;
        deadlines.schedule(look, at);
    }

    private void lookNoMore(TableSlot slot) {
        if (slot.look != null) {
            deadlines.cancel(slot.look);
            slot.look = null;
            slot.lookAt = Long.MAX_VALUE;
        }
    }

    /** A table in which something may be due, which is not named again before {@link #undo}; null if there is none. */
    @Nullable
    String nextDue(InstantSource clock) {
        return deadlines.poll(clock.millis());
    }

    /** Lets everything expire that is due by a time, as {@link #undo} does table by table. */
    void expireAll(long at) {
        if (nextDeadline() <= at) {
            InstantSource clock = InstantSource.fixed(Instant.ofEpochMilli(at));
            for (String due = nextDue(clock); due != null; due = nextDue(clock)) {
                undo(due, clock);
            }
        }
    }

    /**
     * Undoes what is due in a table. It does not give way: whoever waits for the table needs the same to be done first. The
     * clock is asked under the lock: it may be set back at any time, and what was written since must not be taken for old.
     */
    void undo(String name, InstantSource clock) {
        TableSlot slot = slots.get(name);
        if (slot == null) {
            return;
        }
        slot.lock();
        try {
            if (!slot.gone) {
                slot.content.undo(clock.millis(), memory::hasRoom);
                long next = slot.content.nextDeadline();
                if (next == Long.MAX_VALUE) {
                    lookNoMore(slot);
                } else {
                    lookAt(slot, next);
                }
            }
        } finally {
            slot.unlock();
        }
    }

    /**
     * Drops the next table if it is past its retention, and frees what undos that were cancelled take. Each call looks at
     * another, around and around.
     */
    void sweepOne(InstantSource clock) {
        Map.Entry<String, TableSlot> next = slots.next();
        if (next != null && next.getValue().tryLock()) {
            try {
                if (!dropIfPastRetention(next.getValue(), clock.millis())) {
                    next.getValue().content.reclaim();
                }
            } finally {
                release(next.getValue());
            }
        }
    }

    /** Writes all tables, one after the other, and holds none of them for longer than it takes to mark its pages. */
    void writeTo(SnapshotWriter snapshot) throws IOException {
        for (Map.Entry<String, TableSlot> entry : slots.entries()) {
            TableSlot slot = entry.getValue();
            slot.lock();
            Table.Cut cut;
            long sequence;
            try {
                cut = slot.gone ? null : slot.content.cut();
                sequence = slot.sequence;
            } finally {
                release(slot);
            }
            if (cut != null) {
                snapshot.begin(Kind.TABLE, entry.getKey(), sequence);
                cut.writeTo(snapshot);
            }
        }
    }

    void restore(String name, long sequence, RecordSource records) throws IOException {
        Table table = Table.read(name, records);
        TableSlot slot = getOrMake(name, absent -> table);
        slot.sequence = sequence;
        lookInTime(slot);
    }

    /** Carries out a command of the log, where it is not in the snapshot already. */
    void replay(long sequence, Command.OfTables command) {
        if (command instanceof Command.OfTable one) {
            replay(sequence, one.at(), getOrMake(one.table(), Table::new), table -> apply(one, table));
        } else if (command instanceof Command.IncrementTables increments) {
            increments.changes().forEach(change -> {
                TableSlot slot = getOrMake(change.table(), Table::new);
                replay(sequence, increments.at(), slot, table -> table.increment(increments.at(), change));
            });
        } else if (command instanceof Command.DropAllTables drop) {
            slots.entries().forEach(entry -> replay(sequence, drop.at(), entry.getValue(), Table::clear));
        }
    }

    private void replay(long sequence, long at, TableSlot slot, Consumer<Table> change) {
        slot.lock();
        try {
            if (sequence > slot.sequence) {
                slot.sequence = sequence;
                slot.content.undo(at, memory::hasRoom);
                change.accept(slot.content);
                lookInTime(slot);
            }
        } finally {
            release(slot);
        }
    }

    private static void apply(Command.OfTable command, Table table) {
        if (command instanceof Command.SetScores set) {
            table.set(set.at(), set.scores());
        } else if (command instanceof Command.IncrementScores increment) {
            table.increment(increment.at(), increment.increments(), increment.deadline());
        } else if (command instanceof Command.RemoveMembers remove) {
            table.remove(remove.at(), remove.members());
        } else if (command instanceof Command.RetainTable retain) {
            table.retain(retain.at(), retain.afterLastWrite());
        } else if (command instanceof Command.DropTable) {
            table.clear();
        } else if (command instanceof Command.UndoIncrements) {
            table.forgetLastUndone();
        }
    }
}
