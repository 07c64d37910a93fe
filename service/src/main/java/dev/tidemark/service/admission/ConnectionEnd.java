package dev.tidemark.service.admission;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Future;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.impl.Http1xServerConnection;
import io.vertx.core.net.impl.VertxHandler;

/**
 * Makes sure that the HTTP server learns that a connection has ended. Vert.x (as of 4.5.30) first tells the request whose body
 * still arrives. A pipelined one that waits for its turn has no response yet, and a NullPointerException keeps the end from
 * everybody else: the connection, and the request before, would count as open for ever.
 *
 * <p>It stands right before the server's own handler, and calls it instead of passing events on, because the pipeline would
 * catch that exception.
 */
final class ConnectionEnd extends ChannelInboundHandlerAdapter {

    private final VertxHandler<?> server;

    private ConnectionEnd(VertxHandler<?> server) {
        this.server = server;
    }

    /** Watches a connection from its first request on, before which nothing can wait on it. */
    static void watch(Channel channel) {
        ChannelHandlerContext server = channel.pipeline().context(VertxHandler.class);
        if (server != null) {
            channel.pipeline().addBefore(server.name(), null, new ConnectionEnd((VertxHandler<?>) server.handler()));
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        ChannelHandlerContext serverContext = context.pipeline().context(server);
        try {
            server.channelInactive(serverContext);
        } catch (NullPointerException requestWaits) {
            // Its turn will not come any more, so nobody mistakes what has arrived of its body for all of it.
            server.channelRead(serverContext, LastHttpContent.EMPTY_LAST_CONTENT);
            server.channelInactive(serverContext);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        try {
            server.exceptionCaught(context.pipeline().context(server), cause);
        } catch (NullPointerException requestWaits) {
            Future<?> unused = context.close();
        }
    }

    /**
     * Ends a request whose turn comes when its connection is gone, because the one before it ran until then. The server starts
     * it nevertheless, and would count it as active for ever.
     */
    static void abandon(Http1xServerConnection connection) {
        // Before that, the server is about to learn that the connection has ended, and tells the request itself.
        if (connection.closeFuture().isComplete()) {
            connection.handleException(new HttpClosedException("the client left before this request was started"));
        }
    }
}
