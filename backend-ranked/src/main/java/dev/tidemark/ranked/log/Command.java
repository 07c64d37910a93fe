package dev.tidemark.ranked.log;

import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.TableIncrements;
import dev.tidemark.timeseries.Event;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change to the engine, as a value. It holds nothing that is relative to a clock: the same commands, applied in the same
 * order to an empty engine, give the same state at any time.
 */
public sealed interface Command {

    /** When it was accepted, in epoch milliseconds. Undos that were due by then came before it. */
    long at();

    /** How many events or scores it has that may take memory. */
    default int entries() {
        return 0;
    }

    /** A change to series. */
    sealed interface OfSeries extends Command {}

    /** A change to tables. */
    sealed interface OfTables extends Command {}

    /** A change to one table. */
    sealed interface OfTable extends OfTables {
        String table();
    }

    record InsertEvents(long at, List<Event> events) implements OfSeries {
        @Override
        public int entries() {
            return events.size();
        }
    }

    record DeleteSeries(long at, String series) implements OfSeries {}

    /** Lets go of what is past its retention by {@code at}. */
    record DropExpired(long at, String series) implements OfSeries {}

    record SetScores(long at, String table, Map<String, Long> scores) implements OfTable {
        @Override
        public int entries() {
            return scores.size();
        }
    }

    /** The increments are undone at {@code deadline}, in epoch milliseconds; null is never. */
    record IncrementScores(
            long at,
            String table,
            List<Increment> increments,
            @Nullable Long deadline) implements OfTable {
        @Override
        public int entries() {
            return increments.size();
        }
    }

    record RemoveMembers(long at, String table, List<String> members) implements OfTable {}

    record DropTable(long at, String table) implements OfTable {}

    record RetainTable(long at, String table, Duration afterLastWrite) implements OfTable {}

    record DropAllTables(long at) implements OfTables {}

    /** Increments of several tables, and the retention of each, in one step. */
    record IncrementTables(long at, List<TableIncrements> changes) implements OfTables {
        @Override
        public int entries() {
            return changes.stream()
                    .mapToInt(change -> change.increments().size())
                    .sum();
        }
    }

    /**
     * Undoes what is due by {@code at}. Commands do so by themselves; this one is for when the clock was set back, and
     * undos had been carried out by the time that it showed before.
     */
    record UndoIncrements(long at, String table) implements OfTable {}
}
