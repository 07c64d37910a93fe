package dev.tidemark.service.admission;

import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;

/**
 * Makes a connection's next request wait until its client has read what was sent before. A client may send thousands of
 * requests without reading a single response; each response would stay in memory, though its request has ended and counts for
 * nothing. If it does not read on for {@code tidemark.limits.body-time}, the connection is closed.
 */
final class UnreadResponses {

    private final long patience;

    UnreadResponses(Duration patience) {
        this.patience = patience.toMillis();
    }

    /** Calls {@code next} as soon as the connection takes a response; at once for all clients that read. */
    void await(RoutingContext context, Runnable next) {
        HttpServerResponse response = context.response();
        if (response.closed()) {
            // The server goes through what a connection had sent even when it is gone. Nobody waits for the response.
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
        response.drainHandler(drained -> {
            response.drainHandler(null);
            context.vertx().cancelTimer(timer);
            next.run();
        });
    }
}
