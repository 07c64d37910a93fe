package dev.tidemark.service.admission;

import io.netty.bootstrap.ChannelInitializerExtension;
import io.netty.channel.Channel;
import io.quarkus.arc.Arc;
import io.quarkus.arc.ArcContainer;

/**
 * Watches each connection that the HTTP server accepts, from its beginning. Requests are too late for that: some are answered by
 * the server before any of our code sees them. Netty finds this class as a service; Vert.x and Quarkus have no such hook.
 */
public final class ConnectionStart extends ChannelInitializerExtension {

    @Override
    public void postInitializeServerChildChannel(Channel channel) {
        ArcContainer container = Arc.container();
        if (container != null) {
            container.instance(Admission.class).get().watch(channel);
        }
    }
}
