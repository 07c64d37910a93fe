package dev.tidemark.service.admission;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.Future;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.impl.Http1xServerConnection;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;

/**
 * Makes a connection's next request wait until its client has read what was sent before. A client may send thousands of
 * requests without reading a single response; each response would stay in memory, though its request has ended and counts for
 * nothing. If it does not read on for {@code tidemark.limits.body-time}, the connection is closed. So at most one response
 * waits on a connection; {@link UnreadBytes} bounds them over all connections.
 */
final class UnreadResponses {

    private static final AttributeKey<Boolean> WATCHED = AttributeKey.valueOf("tidemark.watched");

    private final UnreadBytes bytes;
    private final long patience;

    UnreadResponses(UnreadBytes bytes, Duration patience) {
        this.bytes = bytes;
        this.patience = patience.toMillis();
    }

    /** Calls {@code next} as soon as the connection takes a response; at once for all clients that read. */
    void await(RoutingContext context, Runnable next) {
        ConnectionBase connection = (ConnectionBase) context.request().connection();
        Channel channel = connection.channel();
        if (connection instanceof Http1xServerConnection http1) {
            if (!channel.isActive()) {
                // The server goes through what a connection had sent even when it is gone. Nobody waits for the
                // response.
                ConnectionEnd.abandon(http1);
                return;
            }
            watch(channel);
        }
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
        long timer = context.vertx().setTimer(patience, late -> {
            // From here, and not by the server, which would wait until the client has read everything.
            Future<?> unused = connection.channelHandlerContext().close();
        });
        // Or the requests of a client that leaves would stay in memory for as long. The channel is asked, because a
        // response is not always told that its connection was closed.
        ChannelFutureListener gone = closed -> context.vertx().cancelTimer(timer);
        channel.closeFuture().addListener(gone);
        response.drainHandler(drained -> {
            response.drainHandler(null);
            channel.closeFuture().removeListener(gone);
            context.vertx().cancelTimer(timer);
            // What is dropped with a connection drains it as well.
            if (channel.isActive()) {
                next.run();
            }
        });
    }

    private void watch(Channel channel) {
        if (channel.attr(WATCHED).setIfAbsent(true) == null) {
            UnreadConnection.watch(channel, bytes);
            ConnectionEnd.watch(channel);
        }
    }
}
