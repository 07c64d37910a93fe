package dev.tidemark.ranked.log;

import dev.tidemark.ranking.Increment;
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

    record InsertEvents(long at, List<Event> events) implements Command {}

    record DeleteSeries(long at, String series) implements Command {}

    record SetScores(long at, String table, Map<String, Long> scores) implements Command {}

    /** The increments are undone at {@code deadline}, in epoch milliseconds; null is never. */
    record IncrementScores(
            long at,
            String table,
            List<Increment> increments,
            @Nullable Long deadline) implements Command {}

    record RemoveMembers(long at, String table, List<String> members) implements Command {}

    record DropTable(long at, String table) implements Command {}

    record RetainTable(long at, String table, Duration afterLastWrite) implements Command {}

    record DropAllTables(long at) implements Command {}
}
