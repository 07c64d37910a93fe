package dev.tidemark.ranked;

import dev.tidemark.ranked.disk.Disk;
import dev.tidemark.ranked.log.Journal;
import dev.tidemark.ranked.log.Liveness;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.BackendProvider;

/** The embedded engine, {@code tidemark.backend=ranked}. */
public final class RankedProvider implements BackendProvider {

    /** What {@code tidemark.ranked.persistence} may be. */
    private enum Persistence {
        DISK,
        MEMORY
    }

    @Override
    public String name() {
        return "ranked";
    }

    @Override
    public Backend open(BackendContext context) {
        return open(context, Disk.REAL);
    }

    static RankedBackend open(BackendContext context, Disk disk) {
        Liveness liveness = new Liveness();
        if (context.config().choice("persistence", Persistence.DISK) == Persistence.MEMORY) {
            Engine engine = Engine.empty(context);
            engine.logTo(Journal.inMemory(liveness));
            return new RankedBackend(engine, null, context.clock(), liveness);
        }
        OnDisk opened = OnDisk.open(
                DiskSettings.of(context.config()), disk, context.progress(), liveness, () -> Engine.empty(context));
        return new RankedBackend(opened.engine(), opened, context.clock(), liveness);
    }
}
