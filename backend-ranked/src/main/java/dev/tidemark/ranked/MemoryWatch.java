package dev.tidemark.ranked;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Looks after memory on a thread of its own: whether there is enough for writes, the more often the less there is left, and
 * which unions are too old to be kept.
 */
final class MemoryWatch implements AutoCloseable {

    private static final Logger LOG = System.getLogger(MemoryWatch.class.getName());

    private static final long MAX_WAIT_MILLIS = 100;
    private static final long MIN_WAIT_MILLIS = 5;

    /** Nobody writes faster than this, as far as that can be told. */
    private static final long BYTES_A_MILLISECOND = 1 << 20;

    private final MemoryGuard guard;
    private final Tables tables;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "tidemark-memory");

    MemoryWatch(MemoryGuard guard, Tables tables) {
        this.guard = guard;
        this.tables = tables;
        guard.whenShort(tables::dropUnions);
        guard.look();
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        long wait = MAX_WAIT_MILLIS;
        try {
            while (!closed.await(wait, TimeUnit.MILLISECONDS)) {
                wait = look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private long look() {
        try {
            tables.dropOldUnions();
            long left = guard.look();
            return guard.rejection() != null
                    ? MAX_WAIT_MILLIS
                    : Math.max(MIN_WAIT_MILLIS, Math.min(MAX_WAIT_MILLIS, left / BYTES_A_MILLISECOND));
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "the look at memory failed, and comes again", e);
            return MAX_WAIT_MILLIS;
        }
    }

    /** Whether anybody looks. */
    boolean isAlive() {
        return thread.isAlive();
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
