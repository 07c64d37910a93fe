package dev.tidemark.service.admission;

import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.vertx.core.net.impl.VertxHandler;

/** Tells {@link UnreadBytes} what waits on one connection. While its client reads, that is nothing, and takes no lock. */
final class UnreadConnection extends ChannelDuplexHandler {

    private final UnreadBytes unread;
    private long told;

    private UnreadConnection(UnreadBytes unread) {
        this.unread = unread;
    }

    /** Accounts for what is sent on a connection from now on. */
    static void watch(Channel channel, UnreadBytes unread) {
        ChannelHandlerContext server = channel.pipeline().context(VertxHandler.class);
        if (server != null) {
            channel.pipeline().addBefore(server.name(), null, new UnreadConnection(unread));
        }
    }

    @Override
    public void flush(ChannelHandlerContext context) {
        context.flush();
        tell(context, UnreadBytes.of(context));
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        // It stops to be writable before the first byte is sent: only a flush shows what stays.
        if (context.channel().isWritable()) {
            tell(context, UnreadBytes.of(context));
        }
        context.fireChannelWritabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        tell(context, 0);
        context.fireChannelInactive();
    }

    private void tell(ChannelHandlerContext context, long bytes) {
        if (bytes != told) {
            told = bytes;
            unread.update(context, bytes);
        }
    }
}
