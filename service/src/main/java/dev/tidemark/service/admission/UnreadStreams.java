package dev.tidemark.service.admission;

import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;

/**
 * Makes a request of HTTP/2 wait until its client takes a response. If it does not for {@code tidemark.limits.body-time}, the
 * connection is closed.
 */
final class UnreadStreams {

    private final long patience;

    UnreadStreams(Duration patience) {
        this.patience = patience.toMillis();
    }

    /** Calls {@code next} as soon as the stream takes a response; at once for all clients that read. */
    void await(RoutingContext context, Runnable next) {
        HttpServerResponse response = context.response();
        if (response.closed()) {
            return;
        }
        if (!response.writeQueueFull()) {
            next.run();
            return;
        }
        // Or what arrives of its body would be dropped; whoever reads it resumes.
        context.request().pause();
        long timer = context.vertx()
                .setTimer(patience, late -> context.request().connection().close());
        // A client may reset the stream, and go on with others.
        context.addEndHandler(ended -> context.vertx().cancelTimer(timer));
        response.drainHandler(drained -> {
            response.drainHandler(null);
            context.vertx().cancelTimer(timer);
            // What is dropped with a connection drains it as well.
            if (!response.closed()) {
                next.run();
            }
        });
    }
}
