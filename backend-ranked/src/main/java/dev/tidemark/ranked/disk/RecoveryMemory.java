package dev.tidemark.ranked.disk;

import dev.tidemark.spi.BackendException;

/**
 * Ends a recovery that is going to run out of memory while it can still say so: a process that is restarted with the same
 * heap would only try again and again, and one that ends at the first {@link OutOfMemoryError} would not say a word.
 *
 * <p>What is used says little, because garbage is part of it. So only when nearly everything is used it is collected, and not
 * again before half of the way to the limit was read, by how much was needed so far.
 */
public final class RecoveryMemory {

    private static final long MEGABYTE = 1 << 20;

    /** In percent. A collector needs some room to work in. */
    private static final int LIMIT = 90;

    private final long expected;
    private final long max;
    private final long limit;

    /** What was read before the part that is being read. */
    private long before;

    private long read;
    private long nextCheck;

    /** @param expected how many bytes there are to read in all */
    public RecoveryMemory(long expected) {
        this(expected, Runtime.getRuntime().maxMemory());
    }

    RecoveryMemory(long expected, long max) {
        this.expected = expected;
        this.max = max;
        this.limit = max / 100 * LIMIT;
    }

    /** Looks after the memory when so much of a part was read. */
    void check(long bytes) {
        read = before + bytes;
        if (read >= nextCheck && used() > limit) {
            System.gc();
            long live = used();
            if (live > limit) {
                throw notEnough(live);
            }
            nextCheck = read + (long) ((double) (limit - live) / Math.max(1, live) * read / 2);
        }
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
        return notEnough(max);
    }

    private BackendException notEnough(long live) {
        double part = Math.min(1, (double) Math.max(1, read) / Math.max(1, expected));
        long needed = (long) (live / part);
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
