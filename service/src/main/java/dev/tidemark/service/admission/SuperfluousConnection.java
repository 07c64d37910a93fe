package dev.tidemark.service.admission;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;

/** Closes a connection for which there is no room as soon as it is one: what watches its beginning comes too early for that. */
final class SuperfluousConnection extends ChannelInboundHandlerAdapter {

    @Override
    public void channelActive(ChannelHandlerContext context) {
        context.fireChannelActive();
        Future<?> unused = context.close();
    }
}
