package dev.tidemark.ranked;

import dev.tidemark.ranked.log.Liveness;
import dev.tidemark.spi.BackendUnavailableException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What is done while nobody asks for it, on a thread of its own: undos when they are due, and retention. Reads and writes do
 * not depend on it: they do what is due before them.
 */
final class Housekeeping implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Housekeeping.class.getName());

    /** The clock may be moved, and undos be added, while it waits: so it looks around so often. */
    private static final long MAX_WAIT_MILLIS = 50;

    private static final int SWEPT_AT_ONCE = 20;

    /**
     * Between two looks at a table those who wait for it get it, however much comes due meanwhile: long enough for a thread
     * that waits for the lock to wake up, or it would find it taken again.
     */
    private static final long BREATH_NANOS = 150_000;

    /** How long the end of a thread is waited for where something has failed that it may be waiting for. */
    private static final long MAX_JOIN_MILLIS = 5_000;

    private final Engine engine;
    private final InstantSource clock;
    private final Liveness liveness;
    private long lastLook = Long.MIN_VALUE;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "tidemark-housekeeping");

    Housekeeping(Engine engine, InstantSource clock, Liveness liveness) {
        this.engine = engine;
        this.clock = clock;
        this.liveness = liveness;
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            while (!closed.await(waitMillis(), TimeUnit.MILLISECONDS)) {
                try {
                    catchUpIfSetBack();
                    undo();
                    sweep();
                } catch (BackendUnavailableException e) {
                    LOG.log(Level.DEBUG, "postponed: {0}", e.getMessage());
                } catch (RuntimeException e) {
                    LOG.log(Level.ERROR, "housekeeping failed, and goes on", e);
                }
            }
        } catch (InterruptedException | Error e) {
            liveness.fail("housekeeping", e);
        }
    }

    /** What was done by a time that is now to come has to be logged, or a restart would do it again. */
    private void catchUpIfSetBack() {
        long now = clock.millis();
        if (now < lastLook) {
            engine.tables().catchUp(now);
        }
        lastLook = now;
    }

    private long waitMillis() {
        long next = engine.tables().nextDeadline();
        return next == Long.MAX_VALUE ? MAX_WAIT_MILLIS : Math.max(1, Math.min(MAX_WAIT_MILLIS, next - clock.millis()));
    }

    private void undo() {
        String last = null;
        String due = engine.tables().nextDue(clock);
        while (due != null && closed.getCount() > 0) {
            if (due.equals(last)) {
                LockSupport.parkNanos(BREATH_NANOS);
            }
            engine.tables().undo(due, clock);
            last = due;
            due = engine.tables().nextDue(clock);
        }
    }

    private void sweep() {
        for (int i = 0; i < SWEPT_AT_ONCE; i++) {
            engine.series().sweepOne(clock);
            engine.tables().sweepOne(clock);
        }
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join(liveness.isAlive() ? 0 : MAX_JOIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
