package dev.tidemark.service.health;

import io.netty.util.concurrent.EventExecutor;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Whether the event loops answer. Each gets a small task per round, and has to carry it out before {@link #MAX_MISSED} more
 * rounds are over. Rounds are counted instead of time, so that a pause of the whole process is nobody's fault.
 */
final class EventLoops {

    private static final int MAX_MISSED = 5;

    private final List<Loop> loops = new ArrayList<>();

    EventLoops(Vertx vertx) {
        VertxInternal internal = (VertxInternal) vertx;
        internal.getEventLoopGroup().forEach(executor -> loops.add(new Loop(executor)));
        internal.getAcceptorEventLoopGroup().forEach(executor -> loops.add(new Loop(executor)));
    }

    /** Begins a round. */
    void tick() {
        loops.forEach(Loop::tick);
    }

    /** How many do not answer. */
    long silent() {
        return loops.stream().filter(Loop::isSilent).count();
    }

    /** Whether the thread of one has ended, which never comes back. */
    boolean isOneGone() {
        return loops.stream().anyMatch(loop -> loop.executor.isShuttingDown());
    }

    private static final class Loop {

        private final EventExecutor executor;
        private final AtomicBoolean answered = new AtomicBoolean(true);
        private volatile int missed;

        Loop(EventExecutor executor) {
            this.executor = executor;
        }

        /** Called by one thread only. */
        @SuppressWarnings("NonAtomicVolatileUpdate")
        void tick() {
            if (!answered.getAndSet(false)) {
                // Its task is still to be carried out: another one would not help.
                missed++;
                return;
            }
            missed = 0;
            try {
                executor.execute(() -> answered.set(true));
            } catch (RejectedExecutionException e) {
                missed = MAX_MISSED;
            }
        }

        boolean isSilent() {
            return missed >= MAX_MISSED;
        }
    }
}
