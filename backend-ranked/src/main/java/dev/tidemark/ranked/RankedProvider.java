package dev.tidemark.ranked;

import dev.tidemark.ranked.disk.Disk;
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
        if (context.config().choice("persistence", Persistence.DISK) == Persistence.MEMORY) {
            return new RankedBackend(Engine.empty(context), null, context.clock());
        }
        OnDisk opened = OnDisk.open(DiskSettings.of(context.config()), disk, () -> Engine.empty(context));
        return new RankedBackend(opened.engine(), opened, context.clock());
    }
}
