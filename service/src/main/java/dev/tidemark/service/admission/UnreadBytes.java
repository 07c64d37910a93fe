package dev.tidemark.service.admission;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.util.concurrent.Future;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many bytes of responses wait in memory for clients to read them, over all connections. Above the limit connections are
 * closed: first those whose clients read nothing, and among these the one that has waited longest.
 */
final class UnreadBytes {

    private final long limit;
    private final Runnable onCutOff;

    /** The bytes that each connection was last seen to wait for, in the order in which they began to wait. */
    private final Map<ChannelHandlerContext, Long> waiting = new LinkedHashMap<>();

    private long total;

    /**
     * Creates the account.
     *
     * @param onCutOff called for each connection that is closed
     */
    UnreadBytes(long limit, Runnable onCutOff) {
        this.limit = limit;
        this.onCutOff = onCutOff;
    }

    synchronized long total() {
        return total;
    }

    /** Asks the connection, from any thread; 0 if it is closed. */
    static long of(ChannelHandlerContext connection) {
        ChannelOutboundBuffer buffer = connection.channel().unsafe().outboundBuffer();
        return buffer == null ? 0 : buffer.totalPendingWriteBytes();
    }

    /** Accounts for what now waits on a connection, and makes room for it. */
    synchronized void update(ChannelHandlerContext connection, long bytes) {
        Long before = bytes == 0 ? waiting.remove(connection) : waiting.put(connection, bytes);
        total += bytes - (before == null ? 0 : before);
        if (total > limit) {
            cutOff(connection, false);
        }
        if (total > limit) {
            cutOff(connection, true);
        }
    }

    /** Closes connections until the rest is within the limit, but not the one that was answered now: it had no time to read. */
    private void cutOff(ChannelHandlerContext answered, boolean evenThoseThatRead) {
        Iterator<Map.Entry<ChannelHandlerContext, Long>> entries =
                waiting.entrySet().iterator();
        while (total > limit && entries.hasNext()) {
            Map.Entry<ChannelHandlerContext, Long> entry = entries.next();
            ChannelHandlerContext connection = entry.getKey();
            if (connection == answered) {
                continue;
            }
            long before = entry.getValue();
            long now = of(connection);
            if (now == 0) {
                entries.remove();
                total -= before;
            } else if (now < before && !evenThoseThatRead) {
                entry.setValue(now);
                total -= before - now;
            } else {
                entries.remove();
                total -= before;
                onCutOff.run();
                // From here, and not by the server, which would write what waits before it closes.
                Future<?> unused = connection.close();
            }
        }
    }
}
