package dev.tidemark.ranked;

import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Which table has to be looked at when, so that increments are undone in time even if nobody reads. */
final class Deadlines {

    /** An entry may be out of date: then the look was in vain, or comes again. */
    private record Look(long at, String table) implements Comparable<Look> {
        @Override
        public int compareTo(Look other) {
            return Long.compare(at, other.at);
        }
    }

    private final PriorityQueue<Look> looks = new PriorityQueue<>();

    synchronized void add(long at, String table) {
        looks.add(new Look(at, table));
    }

    /** A table that is to be looked at by {@code now}, which is not handed out again unless it is added again. */
    synchronized @Nullable String poll(long now) {
        Look next = looks.peek();
        if (next == null || next.at > now) {
            return null;
        }
        looks.remove();
        return next.table;
    }

    /** When the next look is, or {@link Long#MAX_VALUE}. */
    synchronized long next() {
        Look next = looks.peek();
        return next == null ? Long.MAX_VALUE : next.at;
    }
}
