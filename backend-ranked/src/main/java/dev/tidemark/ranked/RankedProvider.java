package dev.tidemark.ranked;

import dev.tidemark.ranked.log.Journal;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.BackendProvider;

/** The embedded engine, {@code tidemark.backend=ranked}. */
public final class RankedProvider implements BackendProvider {

    /** What {@code tidemark.ranked.persistence} may be. */
    private enum Persistence {
        MEMORY
    }

    @Override
    public String name() {
        return "ranked";
    }

    @Override
    public Backend open(BackendContext context) {
        context.config().choice("persistence", Persistence.MEMORY);
        return new RankedBackend(
                new SeriesStore(Journal.MEMORY, context.clock(), context.granularities(), context.config()),
                new Tables(Journal.MEMORY, context.clock()));
    }
}
