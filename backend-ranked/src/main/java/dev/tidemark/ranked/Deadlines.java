package dev.tidemark.ranked;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which table has to be looked at when, so that increments expire in time even if nobody reads. A table occurs at most once,
 * and not at all once it has gone. Everything is O(log n).
 */
final class Deadlines {

    /*
     * A binary heap whose entries know their places, so that one can be moved or removed wherever it is.
     *
     *   looks   3 7 4 9 8     each is not after the two at twice its place
     */

    private static final int NOWHERE = -1;

    /** When a table has to be looked at: one for each table, moved when that changes. */
    static final class Look {

        private final String table;
        private long at;
        private int place = NOWHERE;

        Look(String table) {
            this.table = table;
        }
    }

    private Look[] looks = {};
    private int size;

    /** From now on the table is to be looked at by {@code at}, instead of any other time. */
    synchronized void schedule(Look look, long at) {
        look.at = at;
        if (look.place == NOWHERE) {
            if (size == looks.length) {
                looks = Arrays.copyOf(looks, size + (size >> 1) + 8);
            }
            put(look, size++);
        }
        settle(look);
    }

    /** The table need not be looked at. */
    @SuppressWarnings("NullAway") // behind the last there is nothing
    synchronized void cancel(Look look) {
        if (look.place != NOWHERE) {
            Look last = looks[--size];
            looks[size] = null;
            if (last != look) {
                put(last, look.place);
                settle(last);
            }
            look.place = NOWHERE;
        }
    }

    /** A table that is to be looked at by {@code now}, which is not returned again unless it is scheduled again. */
    synchronized @Nullable String poll(long now) {
        if (size == 0 || looks[0].at > now) {
            return null;
        }
        Look next = looks[0];
        cancel(next);
        return next.table;
    }

    /** When the next look is, or {@link Long#MAX_VALUE}. */
    synchronized long next() {
        return size == 0 ? Long.MAX_VALUE : looks[0].at;
    }

    synchronized int size() {
        return size;
    }

    private void put(Look look, int place) {
        looks[place] = look;
        look.place = place;
    }

    /** Moves a look up or down to where it belongs. */
    private void settle(Look look) {
        int place = look.place;
        while (place > 0 && look.at < looks[(place - 1) / 2].at) {
            put(looks[(place - 1) / 2], place);
            place = (place - 1) / 2;
        }
        for (int child = earlierChild(place); child < size && looks[child].at < look.at; child = earlierChild(place)) {
            put(looks[child], place);
            place = child;
        }
        put(look, place);
    }

    /** The child that comes first, or a place past the end. */
    private int earlierChild(int parent) {
        int child = 2 * parent + 1;
        return child + 1 < size && looks[child + 1].at < looks[child].at ? child + 1 : child;
    }
}
