package dev.tidemark.service.admission;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;

/**
 * Reads and drops the rest of a body whose request has been answered already. A client that still sends would see its
 * connection reset, and never read the answer. Bounded in time and amount: what exceeds them is cut off.
 */
final class Drain {

    /** How often it looks whether the client still sends; who has sent nothing in between is cut off. */
    private static final long TICK_MILLIS = 1_000;

    private static final int MAX_TICKS = 5;
    private static final long MAX_BYTES = 64L * 1024 * 1024;

    /** HTTP/2's code for a stream that ends early without an error. */
    private static final long NO_ERROR = 0;

    private final HttpServerRequest request;
    private final Vertx vertx;
    private final boolean close;
    private long dropped;
    private long droppedBefore;
    private int ticks;
    private boolean done;
    private long timer;

    private Drain(HttpServerRequest request, Vertx vertx, boolean close) {
        this.request = request;
        this.vertx = vertx;
        this.close = close;
    }

    /**
     * Drops what is left of the body of an answered request.
     *
     * @param close whether the connection ends with the request
     */
    static void start(HttpServerRequest request, Vertx vertx, Context eventLoop, boolean close) {
        eventLoop.runOnContext(next -> new Drain(request, vertx, close).start());
    }

    private void start() {
        if (request.isEnded()) {
            end();
        } else {
            timer = vertx.setPeriodic(TICK_MILLIS, tick -> tick());
            request.exceptionHandler(gone -> finish());
            request.handler(this::drop);
            request.endHandler(all -> end());
            request.resume();
        }
    }

    private void drop(Buffer chunk) {
        dropped += chunk.length();
        if (dropped > MAX_BYTES) {
            cutOff();
        }
    }

    private void tick() {
        ticks++;
        if (dropped == droppedBefore || ticks == MAX_TICKS) {
            cutOff();
        }
        droppedBefore = dropped;
    }

    private void end() {
        finish();
        if (close && request.version() != HttpVersion.HTTP_2) {
            request.connection().close();
        }
    }

    private void cutOff() {
        if (!done) {
            finish();
            if (request.version() == HttpVersion.HTTP_2) {
                // Other requests have the same connection.
                request.response().reset(NO_ERROR);
            } else {
                request.connection().close();
            }
        }
    }

    private void finish() {
        done = true;
        vertx.cancelTimer(timer);
    }
}
