package dev.tidemark.spi;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How a backend is.
 *
 * @param reachable whether it can serve right now
 * @param serverVersion of the server behind it, null where there is none or it is away
 * @param layouts what is kept in which form: {@code counts} → {@code hash}
 * @param writesRejected why no write is taken at the moment, while reads go on: a full disk, no memory; null if they are taken
 * @param facts anything else worth showing, such as why it is not reachable
 */
public record BackendStatus(
        boolean reachable,
        @Nullable String serverVersion,
        @Nullable String writesRejected,
        Map<String, String> layouts,
        Map<String, String> facts) {

    public BackendStatus(
            boolean reachable, @Nullable String serverVersion, Map<String, String> layouts, Map<String, String> facts) {
        this(reachable, serverVersion, null, layouts, facts);
    }

    public BackendStatus {
        layouts = Collections.unmodifiableMap(new TreeMap<>(layouts));
        facts = Collections.unmodifiableMap(new TreeMap<>(facts));
    }
}
