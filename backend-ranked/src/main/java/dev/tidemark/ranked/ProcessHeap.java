package dev.tidemark.ranked;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.Locale;

/**
 * The heap of this process, as its collector tells it. New objects are in a pool that is called Eden by all collectors with
 * generations; what is in there was allocated since the last collection. A collector without one, and one that does not tell
 * how full its pools are, counts garbage as well.
 */
final class ProcessHeap implements Heap {

    private final List<MemoryPoolMXBean> pools = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .toList();
    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();

    @Override
    public long max() {
        return Runtime.getRuntime().maxMemory();
    }

    @Override
    public long used() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Override
    public long survivors() {
        long survivors = 0;
        for (MemoryPoolMXBean pool : pools) {
            MemoryUsage usage = isForNewObjects(pool) ? pool.getCollectionUsage() : pool.getUsage();
            survivors += usage == null ? 0 : usage.getUsed();
        }
        return pools.isEmpty() ? used() : survivors;
    }

    private static boolean isForNewObjects(MemoryPoolMXBean pool) {
        return pool.getName().toLowerCase(Locale.ROOT).contains("eden");
    }

    @Override
    public long collections() {
        long collections = 0;
        for (GarbageCollectorMXBean collector : collectors) {
            collections += collector.getCollectionCount();
        }
        return collections;
    }

    @Override
    public void collect() {
        System.gc();
    }
}
