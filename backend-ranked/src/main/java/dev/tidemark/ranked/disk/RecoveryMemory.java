package dev.tidemark.ranked.disk;

import dev.tidemark.spi.BackendException;
import java.util.function.LongSupplier;

/**
 * Ends a recovery that is going to run out of memory while it can still say so: a process that is restarted with the same
 * heap would only try again and again, and one that ends at the first {@link OutOfMemoryError} would not say a word.
 *
 * <p>What is used says little, because garbage is part of it. So only when nearly everything is used it is collected, and not
 * again before half of what was left may have been taken: by how much was needed so far for as many bytes, and by what is
 * known to take more for its size. A single command may be so large that memory runs out while it is read or applied: so
 * there has to be room for a large one before that.
 */
public final class RecoveryMemory {

    private static final long MEGABYTE = 1 << 20;

    /** In percent. A collector needs some room to work in. */
    private static final int LIMIT = 90;

    /**
     * What is left free of a heap when something large is read: one part in so many, but not less than this many bytes,
     * because a collector with regions of 1 MB cannot use all of them.
     */
    private static final int SPARE = 16;

    private static final long MIN_SPARE = 2 * MEGABYTE;

    /** Names that are shared take one part in so many of the heap to be found. */
    private static final int NAMES = 32;

    /** No name takes fewer bytes to read, with what stands beside it. */
    private static final int SHORTEST = 4;

    /**
     * What is read takes five to ten times its size in memory. To share names takes time, so it is not done where all fits
     * with ease.
     */
    private static final int FITS_WITH_EASE = 16;

    /** It is looked after memory whenever one part in so many of the heap was taken. */
    private static final int LOOKS = 64;

    /** Less than this part of all, in percent, tells nothing about how much memory the rest takes. */
    private static final int TELLING = 1;

    private final long expected;
    private final Runnable whenShort;
    private final SharedNames names;
    private final long max;
    private final long limit;

    /** Up to here something large may fill the heap. */
    private final long end;

    /** About what was in use before anything was read. */
    private final long base;

    /** What was read before the part that is being read. */
    private long before;

    private long read;

    /** Up to here what is live grows by less than {@code halfLeft}. */
    private long nextCheck;

    private long live;
    private long halfLeft;

    /** About how much was taken since garbage was collected, as far as that was told; and when to look after it. */
    private long taken;

    private long nextLook;

    /**
     * @param expected how many bytes there are to read in all
     * @param whenShort gives memory back that what was read so far needs no longer
     */
    public RecoveryMemory(long expected, Runnable whenShort) {
        this(expected, whenShort, Runtime.getRuntime().maxMemory());
    }

    RecoveryMemory(long expected, Runnable whenShort, long max) {
        this.expected = expected;
        this.whenShort = whenShort;
        this.max = max;
        boolean fits = expected < max / FITS_WITH_EASE;
        this.names = new SharedNames(fits ? 0 : Math.min(max / NAMES, expected / SHORTEST * Integer.BYTES));
        this.limit = max / 100 * LIMIT;
        this.end = max - Math.max(max / SPARE, MIN_SPARE);
        if (expected > 0 && used() > max / 2) {
            // Only a small heap is that full so early, and then it takes a few milliseconds.
            System.gc();
        }
        this.base = used();
    }

    /** Looks after the memory when so much of a part was read. */
    void check(long bytes) {
        read = before + bytes;
        check();
    }

    private void check() {
        if (!isHalfLeft() && used() > limit) {
            collect();
            if (live > limit) {
                throw notEnough(live, max - limit);
            }
        }
    }

    /** About so many bytes were taken. */
    void took(long bytes) {
        taken += bytes;
        if (taken >= nextLook) {
            nextLook = taken + max / LOOKS;
            check();
        }
    }

    /** Makes sure that there is room for something that takes so many bytes. */
    void require(long bytes) {
        if (!hasRoom(bytes)) {
            throw notEnough(live, bytes + max - end);
        }
    }

    /** Whether there is room for something that takes so many bytes. */
    boolean hasRoom(long bytes) {
        boolean known = isHalfLeft() && live + halfLeft + bytes <= end;
        if (!known && used() + bytes > end) {
            collect();
            return live + bytes <= end;
        }
        return true;
    }

    /** Whether at least half of what was free after the last collection must still be. */
    private boolean isHalfLeft() {
        return read < nextCheck && taken < halfLeft;
    }

    /** As above, for what takes {@code atMost} so many bytes: only if they do not fit is it asked how many it really takes. */
    void require(long atMost, LongSupplier bytes) {
        if (used() + atMost > end) {
            require(bytes.getAsLong());
        }
    }

    /** A name that was read, and the same for names that are equal as far as there is memory to tell. */
    String share(String name) {
        return names.share(name);
    }

    private void collect() {
        whenShort.run();
        System.gc();
        live = used();
        if (live > limit && names.isInUse()) {
            // Some of the names may be held by nobody else.
            names.end();
            System.gc();
            live = used();
        }
        taken = 0;
        nextLook = max / LOOKS;
        halfLeft = Math.max(0, limit - live) / 2;
        nextCheck = read + (long) ((double) halfLeft / Math.max(1, live) * read);
    }

    void finish(long bytes) {
        before += bytes;
        read = before;
    }

    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /** What to say when there was no memory left all the same. */
    public BackendException notEnough() {
        return notEnough(max, 0);
    }

    /** What was read so far took its part of what is in use; what is read just now takes {@code more} for a while. */
    private BackendException notEnough(long used, long more) {
        boolean telling = read > 0 && read >= expected / 100 * TELLING;
        double part = telling ? Math.min(1, (double) read / expected) : 1;
        long needed = base + (long) (Math.max(0, used - base) / part) + more;
        return new BackendException(
                "there is not enough memory for what is stored: it needs about " + megabytes(needed)
                        + " MB, and there are "
                        + megabytes(max) + " MB (" + megabytes(read) + " of " + megabytes(expected)
                        + " MB were read): start with -Xmx" + comfortable(needed) + "m or more",
                null);
    }

    private static long megabytes(long bytes) {
        return (bytes + MEGABYTE - 1) / MEGABYTE;
    }

    /** As much that it can also be written to: in steps of 64 MB, and with a third on top. */
    private static long comfortable(long needed) {
        return (megabytes(needed) * 4 / 3 + 63) / 64 * 64;
    }
}
