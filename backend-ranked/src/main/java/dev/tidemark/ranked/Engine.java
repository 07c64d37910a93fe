package dev.tidemark.ranked;

import dev.tidemark.ranked.bytes.RecordSource;
import dev.tidemark.ranked.log.Command;
import dev.tidemark.ranked.log.Journal;
import dev.tidemark.ranked.snapshot.Kind;
import dev.tidemark.ranked.snapshot.SnapshotWriter;
import dev.tidemark.spi.BackendContext;
import java.io.IOException;

/** Everything that is in memory. */
record Engine(SharedSeries series, SharedTables tables, MemoryGuard memory) {

    static Engine empty(BackendContext context) {
        MemoryGuard memory = MemoryGuard.of(context.config());
        return new Engine(
                new SharedSeries(context.granularities(), context.config(), memory), new SharedTables(memory), memory);
    }

    void logTo(Journal journal) {
        series.logTo(journal);
        tables.logTo(journal);
    }

    void writeTo(SnapshotWriter snapshot) throws IOException {
        series.writeTo(snapshot);
        tables.writeTo(snapshot);
    }

    void restore(Kind kind, String name, long sequence, RecordSource records) throws IOException {
        if (kind == Kind.SERIES) {
            series.restore(name, sequence, records);
        } else {
            tables.restore(name, sequence, records);
        }
    }

    /** How many series or tables a command would make, at most. */
    int newNames(Command command) {
        if (command instanceof Command.InsertEvents insert) {
            return series.newSeries(insert);
        }
        return command instanceof Command.IncrementTables increments ? tables.newTables(increments) : 1;
    }

    void replay(long sequence, Command command) {
        if (command instanceof Command.OfSeries change) {
            series.replay(sequence, change);
        } else if (command instanceof Command.OfTables change) {
            tables.replay(sequence, change);
        }
    }
}
