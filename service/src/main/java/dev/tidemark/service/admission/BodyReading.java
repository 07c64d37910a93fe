package dev.tidemark.service.admission;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jspecify.annotations.Nullable;

/**
 * One body on its way in. Memory is taken from the quota before it is allocated: all that the client announces before the
 * first byte is read, or twice as much as before each time a body of unknown length outgrows what it has. It is given back
 * when the request ends.
 *
 * <p>Everything but the giving back happens on the connection's event loop.
 */
final class BodyReading {

    /** What a body of unknown length begins with. */
    private static final int FIRST_BYTES = 8 * 1024;

    private static final byte[] NOTHING = {};

    private final ResteasyReactiveRequestContext context;
    private final HttpServerRequest request;
    private final Load load;
    private final long limit;
    private final Duration time;
    private final AtomicLong taken = new AtomicLong();

    private byte[] bytes = NOTHING;
    private int length;
    private boolean done;
    private @Nullable Runnable cancelTimer;

    BodyReading(ResteasyReactiveRequestContext context, Load load, long limit, Duration time) {
        this.context = context;
        this.request = context.unwrap(HttpServerRequest.class);
        this.load = load;
        this.limit = limit;
        this.time = time;
    }

    /** Starts to read, with the request suspended until all is there; throws {@link Refused} if there is no memory. */
    void begin() {
        long announced = Math.min(BodyHeaders.length(request), limit);
        if (!allocate((int) announced)) {
            throw new Refused(load.tooManyBytes());
        }
        RequestEnd.of(context.unwrap(RoutingContext.class)).addHandler(this::end);
        context.suspend();
        cancelTimer = context.registerTimer(time.toMillis(), this::timeOut);
        request.handler(this::add);
        request.endHandler(all -> complete());
        context.serverRequest().resumeRequestInput();
    }

    private void add(Buffer chunk) {
        if (done) {
            return;
        }
        long needed = (long) length + chunk.length();
        if (needed > limit) {
            refuse(Refusal.tooLarge(limit));
        } else if (needed > bytes.length
                && !allocate((int) Math.min(limit, Math.max(needed, Math.max(FIRST_BYTES, 2L * bytes.length))))) {
            refuse(load.tooManyBytes());
        } else {
            chunk.getBytes(bytes, length);
            length = (int) needed;
        }
    }

    private void complete() {
        if (done) {
            return;
        }
        if (length > 0 && ContentTypeRule.isMissing(request)) {
            refuse(Refusal.noContentType());
            return;
        }
        if (length < bytes.length && !allocate(length)) {
            refuse(load.tooManyBytes());
            return;
        }
        finish();
        context.setInputStream(new ReceivedBody(bytes));
        bytes = NOTHING;
        RequestEnd.awaitWork(context);
        context.resume();
    }

    private void timeOut() {
        if (!done) {
            refuse(load.tooSlow());
        }
    }

    private void refuse(Refusal refusal) {
        finish();
        release();
        context.resume(new Refused(refusal));
    }

    /** The request is over, or its client has left within the body. */
    private void end() {
        finish();
        release();
    }

    private void finish() {
        done = true;
        if (cancelTimer != null) {
            cancelTimer.run();
            cancelTimer = null;
        }
    }

    /**
     * Moves what has arrived into an array of that capacity. While there are both arrays, only the larger one is accounted for:
     * no event loop has more than one pair at once, and the largest body has to fit into the quota.
     */
    private boolean allocate(int capacity) {
        int more = capacity - bytes.length;
        if (more > 0 && !load.bodyBytes().tryTake(more)) {
            return false;
        }
        taken.addAndGet(more);
        bytes = capacity == 0 ? NOTHING : Arrays.copyOf(bytes, capacity);
        if (more < 0) {
            load.bodyBytes().giveBack(-more);
        }
        return true;
    }

    private void release() {
        bytes = NOTHING;
        load.bodyBytes().giveBack(taken.getAndSet(0));
    }
}
