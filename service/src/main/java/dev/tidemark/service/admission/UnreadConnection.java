package dev.tidemark.service.admission;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Tells {@link UnreadBytes} what waits on one connection, and looks every half second whether its client reads. While it reads
 * all, nothing waits, and this takes no lock. The first handler of the connection, so that it sees all that is sent.
 */
final class UnreadConnection extends ChannelDuplexHandler implements UnreadBytes.Connection {

    private static final long LOOK_MILLIS = 500;

    /** For how many looks a client that has read something is one that reads: the system sends what it has in large pieces. */
    private static final int READS_LOOKS = 10;

    private final UnreadBytes account;
    private final Duration patience;
    private volatile @Nullable ChannelHandlerContext context;

    /** Whether the account has heard of something that waits. */
    private boolean told;

    /** How many looks ago the client was last seen to read. */
    private volatile int looksSinceRead = READS_LOOKS;

    private boolean looking;
    private long unsentBefore;

    UnreadConnection(UnreadBytes account, Duration patience) {
        this.account = account;
        this.patience = patience;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    @Override
    public void flush(ChannelHandlerContext context) {
        context.flush();
        tell(context);
        if (!context.channel().isWritable()) {
            // Some requests are answered by the server itself, and Admission has seen none of them.
            RequestGate.install(context.channel(), false, false, patience);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        // It stops to be writable before the first byte is sent: only a flush shows what stays.
        if (context.channel().isWritable()) {
            tell(context);
        }
        context.fireChannelWritabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        tell(context);
        context.fireChannelInactive();
    }

    private void tell(ChannelHandlerContext context) {
        long unread = unread();
        if (unread == 0 && !told) {
            return;
        }
        told = unread > 0;
        account.update(this);
        if (unread == 0) {
            unsentBefore = Long.MAX_VALUE;
        } else if (!looking) {
            looking = true;
            // What is sent before the first look may go no further than into the system's buffers.
            unsentBefore = 0;
            lookLater(context);
        }
    }

    private void lookLater(ChannelHandlerContext context) {
        Future<?> unused = context.executor().schedule(() -> look(context), LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void look(ChannelHandlerContext context) {
        long unsent = unsent();
        looksSinceRead = unsent < unsentBefore ? 0 : Math.min(looksSinceRead + 1, READS_LOOKS);
        unsentBefore = unsent;
        tell(context);
        looking = unsent > 0;
        if (looking) {
            lookLater(context);
        }
    }

    private @Nullable ChannelOutboundBuffer buffer() {
        ChannelHandlerContext added = context;
        return added == null ? null : added.channel().unsafe().outboundBuffer();
    }

    @Override
    public long unread() {
        ChannelOutboundBuffer buffer = buffer();
        return buffer == null ? 0 : buffer.totalPendingWriteBytes();
    }

    /** What the client has not taken, of which a buffer that is partly sent is a part. */
    private long unsent() {
        ChannelOutboundBuffer buffer = buffer();
        return buffer == null ? 0 : buffer.totalPendingWriteBytes() - buffer.currentProgress();
    }

    @Override
    public boolean isRead() {
        return looksSinceRead < READS_LOOKS;
    }

    @Override
    public void close() {
        ChannelHandlerContext added = context;
        if (added != null) {
            // From here, and not by the server, which would write what waits before it closes.
            Future<?> unused = added.close();
        }
    }
}
