package dev.tidemark.ranked;

import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendFullException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Rejects what needs memory while the live heap is above a limit, so that the process does not run out of it. Reads and
 * deletes go on, and it accepts writes again by itself.
 *
 * <p>Whoever wants to write asks {@link #admit}, which costs next to nothing. Whether there is memory is found out by {@link
 * #look}, again and again: {@link MemoryWatch}.
 */
final class MemoryGuard {

    /*
     * What is live is known only right after all garbage was collected, which takes long on a large heap. So three questions
     * are asked, each only if the one before leaves it open:
     *
     *   1  Is less than the limit in use by what survived the last collection, plus what was admitted since? Then there is
     *      memory. Mostly it ends here.
     *   2  Otherwise all garbage is collected, but for a fifth of the time at most. What is left is live.
     *   3  If that was done too recently, it stays as it was found; unless it is half way from the limit to the end, or a
     *      quarter of the way and what was live when it was done, plus all that was admitted since, is as much: garbage does
     *      not explain it then.
     *
     * While writes are rejected little can change, so garbage is collected only after something was deleted, or now and then.
     */
    private static final Logger LOG = System.getLogger(MemoryGuard.class.getName());

    private static final String PROPERTY = "tidemark.ranked.max-memory";

    /** What an event, or a score, takes at most in most cases, and what a series or a table does, in bytes. */
    private static final long ENTRY = 128;

    private static final long NAME = 2048;

    /** A batch of so many entries is neither admitted nor replayed without a look at how much there is. */
    static final int LARGE = 100;

    private static final long MIN_NANOS_BETWEEN = 100_000_000;
    private static final long MAX_NANOS_BETWEEN = 30_000_000_000L;
    private static final int SHARE_OF_TIME = 5;

    /** Writes are accepted again only this part of the limit below it, so that it does not go back and forth. */
    private static final int REOPEN_BELOW = 64;

    private final Heap heap;
    private final long limit;

    /** Half way from the limit to the end of the heap. */
    private final long halfWay;

    private final long quarterWay;

    private final LongAdder admitted = new LongAdder();
    private volatile @Nullable String rejection;
    private volatile boolean worthCollecting;

    // Guarded by this.
    private Runnable whenShort = () -> {};
    /** What was live when all garbage was collected, and what was admitted since and is no longer in {@link #admitted}. */
    private long lastLive;

    private long admittedBefore;
    private long seenCollections = -1;
    private long lastCollected;
    private long lastTook = -1;

    MemoryGuard(Heap heap, long limit) {
        this.heap = heap;
        this.limit = limit;
        this.halfWay = limit + (heap.max() - limit) / 2;
        this.quarterWay = limit + (heap.max() - limit) / 4;
    }

    /** As {@code tidemark.ranked.max-memory} says: by default three quarters of the heap. */
    static MemoryGuard of(BackendConfig config) {
        Heap heap = new ProcessHeap();
        return new MemoryGuard(heap, config.size("max-memory", "75%", heap.max()));
    }

    /** What gives memory back that nobody needs urgently. */
    synchronized void whenShort(Runnable action) {
        whenShort = action;
    }

    /**
     * Lets a write pass.
     *
     * @param entries how many events or scores it has
     * @param newNames how many series or tables it makes; asked for only if it matters
     * @throws BackendFullException if there is no memory for it
     */
    void admit(int entries, IntSupplier newNames) {
        String why = rejection;
        if (why != null) {
            throw new BackendFullException(why);
        }
        admitted.add(bytes(entries, 0));
        if (entries >= LARGE && heap.used() + bytes(entries, entries) > halfWay) {
            requireRoom("this write", bytes(0, newNames.getAsInt()), halfWay);
        }
    }

    /** What so many events or scores take at most in most cases, and so many new series or tables. */
    static long bytes(int entries, int newNames) {
        return ENTRY * entries + NAME * newNames;
    }

    /** A series or a table was made. */
    void made() {
        admitted.add(NAME);
    }

    /** Something was deleted, so that there may be memory again. */
    void freed() {
        if (!worthCollecting) {
            worthCollecting = true;
        }
    }

    /** How much was made and admitted since garbage was last looked after. */
    long admitted() {
        return admitted.sum();
    }

    /** Whether there is memory for something that takes so much for a while, and that can be done without. */
    boolean hasRoom(long bytes) {
        long end = end();
        return heap.used() + bytes <= end || heap.survivors() + admitted.sum() + bytes <= end;
    }

    private long end() {
        return heap.max() - heap.max() / 16;
    }

    /**
     * Makes sure that there is memory for something that takes much of it for a while.
     *
     * @throws BackendFullException if there is not
     */
    void requireRoom(String what, long bytes) {
        if (heap.used() + bytes > end()) {
            requireRoom(what, bytes, end());
        }
    }

    private void requireRoom(String what, long bytes, long end) {
        if (heap.survivors() + admitted.sum() + bytes <= end) {
            return;
        }
        look();
        long live = heap.survivors() + admitted.sum();
        if (live + bytes > end) {
            worthCollecting = true;
            throw new BackendFullException("there is not enough memory for " + what + ": it may take "
                    + megabytes(bytes) + ", and " + megabytes(live) + " of " + megabytes(heap.max())
                    + " are in use; delete something, send or ask for less at once, or raise -Xmx");
        }
    }

    /** Why writes are rejected, or null. */
    @Nullable
    String rejection() {
        return rejection;
    }

    /** Finds out whether there is memory. Returns how many bytes are left to the limit, below 0 if there are none. */
    synchronized long look() {
        forgetAdmitted(heap.collections());
        long survivors = heap.survivors();
        long live = survivors + Math.min(admitted.sum(), Math.max(0, heap.used() - survivors));
        if (live >= limit && mayCollect()) {
            live = collect();
            decide(live, live >= limit);
        } else if (live >= limit) {
            boolean nearTheEnd = live >= halfWay;
            boolean grew = rejection == null && Math.min(live, atMostLive()) >= quarterWay;
            worthCollecting |= nearTheEnd || grew;
            decide(live, rejection != null || nearTheEnd || grew);
        } else {
            decide(live, false);
        }
        return limit - live;
    }

    /** What was admitted before a collection is among its survivors. */
    private void forgetAdmitted(long collections) {
        if (collections != seenCollections) {
            seenCollections = collections;
            admittedBefore += admitted.sumThenReset();
        }
    }

    /** What can be live by what was found out last and what was admitted since: no garbage, but what was never stored. */
    private long atMostLive() {
        return lastLive + admittedBefore + admitted.sum();
    }

    private boolean mayCollect() {
        long since = System.nanoTime() - lastCollected;
        boolean worthIt = rejection == null || worthCollecting || since >= MAX_NANOS_BETWEEN;
        return lastTook < 0 || (worthIt && since >= Math.max(MIN_NANOS_BETWEEN, SHARE_OF_TIME * lastTook));
    }

    private long collect() {
        worthCollecting = false;
        whenShort.run();
        long start = System.nanoTime();
        heap.collect();
        lastCollected = System.nanoTime();
        lastTook = lastCollected - start;
        forgetAdmitted(heap.collections());
        admittedBefore = 0;
        lastLive = heap.survivors();
        return lastLive;
    }

    private void decide(long live, boolean reject) {
        if (reject) {
            if (rejection == null) {
                LOG.log(Level.WARNING, "writes are rejected: {0}", why(live));
            }
            rejection = why(live);
        } else if (rejection != null && live < limit - limit / REOPEN_BELOW) {
            rejection = null;
            LOG.log(Level.INFO, "writes are accepted again: {0} of {1} are in use", megabytes(live), megabytes(limit));
        }
    }

    private String why(long live) {
        return "the store is full: " + megabytes(live) + " of the heap are in use, and " + PROPERTY + " is "
                + megabytes(limit) + "; delete something, or raise -Xmx or " + PROPERTY;
    }

    private static String megabytes(long bytes) {
        return (bytes >> 20) + " MB";
    }
}
