package dev.tidemark.service.admission;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How many bytes of responses wait in memory for clients to read them, over all connections. Above the limit connections are
 * closed: first those whose clients are not known to read, and among these the one that has waited longest.
 */
final class UnreadBytes {

    /** A connection, which any thread may ask. */
    interface Connection {

        /** The bytes that wait for its client. A buffer counts until its last byte has been sent. */
        long unread();

        /** Whether its client is known to read. */
        boolean isRead();

        void close();
    }

    private final long limit;
    private final Runnable onCutOff;

    /** The bytes that each connection was last seen to wait for, in the order in which they began to wait. */
    private final Map<Connection, Long> waiting = new LinkedHashMap<>();

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

    /** Accounts for what now waits on a connection, and makes room for it. */
    void update(Connection connection) {
        // Without the lock: the end of a connection calls this, too.
        for (Connection superfluous : accountFor(connection)) {
            onCutOff.run();
            superfluous.close();
        }
    }

    private synchronized List<Connection> accountFor(Connection connection) {
        long bytes = connection.unread();
        Long before = bytes == 0 ? waiting.remove(connection) : waiting.put(connection, bytes);
        total += bytes - (before == null ? 0 : before);
        if (total <= limit) {
            return List.of();
        }
        List<Connection> superfluous = new ArrayList<>();
        cutOff(connection, false, superfluous);
        cutOff(connection, true, superfluous);
        return superfluous;
    }

    /** Removes connections until the rest is within the limit, but not the one that was answered now: it had no time to read. */
    private void cutOff(Connection answered, boolean evenThoseThatRead, List<Connection> superfluous) {
        Iterator<Map.Entry<Connection, Long>> entries = waiting.entrySet().iterator();
        while (total > limit && entries.hasNext()) {
            Map.Entry<Connection, Long> entry = entries.next();
            Connection connection = entry.getKey();
            if (connection == answered) {
                continue;
            }
            long now = connection.unread();
            if (now == 0) {
                total -= entry.getValue();
                entries.remove();
            } else if (evenThoseThatRead || !connection.isRead()) {
                total -= entry.getValue();
                entries.remove();
                superfluous.add(connection);
            } else {
                total -= entry.getValue() - now;
                entry.setValue(now);
            }
        }
    }
}
