package dev.tidemark.ranked.series;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Groups by number, each dropped once nobody has written to it for the retention. A group past it is never handed out,
 * whether it was dropped yet or not.
 *
 * <p>Not thread-safe, but for any number of readers at once.
 */
final class Groups<G extends Group> {

    private final NavigableMap<Long, G> byNumber = new TreeMap<>();
    private final long retention;
    private final Supplier<G> factory;

    /** Where the last write went: most writes are about now, and go to the same place. */
    private long hotNumber;

    private @Nullable G hot;

    /** A retention in milliseconds; {@link Long#MAX_VALUE} is for ever. */
    Groups(long retention, Supplier<G> factory) {
        this.retention = retention;
        this.factory = factory;
    }

    @Nullable
    G get(long number, long now) {
        G group = byNumber.get(number);
        return group == null || isExpired(group, now) ? null : group;
    }

    /** The group to write to. */
    G touch(long number, long now) {
        G group = hot != null && hotNumber == number ? hot : byNumber.get(number);
        if (group == null || isExpired(group, now)) {
            group = factory.get();
            byNumber.put(number, group);
        }
        group.lastWrite = Math.max(group.lastWrite, now);
        hotNumber = number;
        hot = group;
        return group;
    }

    /** The groups between two numbers, both included, in their order. */
    Iterable<G> between(long first, long last, long now) {
        return () -> byNumber.subMap(first, true, last, true).values().stream()
                .filter(group -> !isExpired(group, now))
                .iterator();
    }

    void dropExpired(long now) {
        if (retention != Long.MAX_VALUE) {
            byNumber.values().removeIf(group -> isExpired(group, now));
            hot = null;
        }
    }

    boolean isEmpty() {
        return byNumber.isEmpty();
    }

    private boolean isExpired(G group, long now) {
        return now - group.lastWrite > retention;
    }
}
