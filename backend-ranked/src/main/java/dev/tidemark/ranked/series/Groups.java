package dev.tidemark.ranked.series;

import dev.tidemark.ranked.bytes.ByteReader;
import dev.tidemark.ranked.bytes.ByteWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Groups by number, each dropped once nobody has written to it for the retention. A group past it is never handed out,
 * whether it was dropped yet or not.
 *
 * <p>Not thread-safe, but for any number of readers at once.
 */
final class Groups<G extends Group<G>> {

    /*
     * The groups stand in one list, ordered by number. Most writes go to the newest, which is at its end; a new one in
     * the middle moves the references behind it, some 10 microseconds for 100,000 groups.
     *
     * A cut is the list of references, and the beginning of a new epoch. From then on a group of an older epoch belongs
     * to the cut as well, so whoever wants to change one puts a copy in its place: that is done here, where all writes
     * pass. What is not written to any more is never copied.
     */

    private final long retention;
    private final LongFunction<G> factory;
    private final List<G> groups = new ArrayList<>(0);
    private int epoch;

    /** Where the last write went: most writes are about now, and go to the same place. */
    private @Nullable G hot;

    /**
     * No group was last written before this, so nothing can have expired as long as this has not. A group that is written
     * again leaves it behind, until somebody looks; volatile because readers may do so at the same time.
     */
    private volatile long oldest = Long.MAX_VALUE;

    /** A retention as {@link #millis} gives it. */
    Groups(long retention, LongFunction<G> factory) {
        this.retention = retention;
        this.factory = factory;
    }

    /** A retention in milliseconds; none is for ever, which is {@link Long#MAX_VALUE}. */
    static long millis(@Nullable Duration retention) {
        return retention == null ? Long.MAX_VALUE : retention.toMillis();
    }

    @Nullable
    G get(long number, long now) {
        int place = find(number);
        return place < 0 || isExpired(groups.get(place), now) ? null : groups.get(place);
    }

    /** Shows the groups between two numbers, both included, in their order, as long as the action goes on. */
    void forEach(long first, long last, long now, Predicate<G> action) {
        int place = find(first);
        for (int i = place >= 0 ? place : -place - 1; i < groups.size(); i++) {
            G group = groups.get(i);
            if (group.number > last || (!isExpired(group, now) && !action.test(group))) {
                return;
            }
        }
    }

    /** The group to write to. */
    G touch(long number, long now) {
        G group = hot;
        if (group == null || group.number != number || group.epoch != epoch || isExpired(group, now)) {
            group = find(number, now);
            hot = group;
        }
        group.lastWrite = Math.max(group.lastWrite, now);
        return group;
    }

    private G find(long number, long now) {
        int place = find(number);
        if (place < 0) {
            G group = fresh(number, now);
            groups.add(-place - 1, group);
            return group;
        }
        return isExpired(groups.get(place), now) ? replace(place, fresh(number, now)) : own(place);
    }

    private G fresh(long number, long now) {
        G group = factory.apply(number);
        group.lastWrite = now;
        group.epoch = epoch;
        oldest = Math.min(oldest, now);
        return group;
    }

    /** The group in a form that can be changed, for a change that nobody can see: it does not count as a write. */
    @Nullable
    G own(long number) {
        int place = find(number);
        return place < 0 ? null : own(place);
    }

    private G own(int place) {
        G group = groups.get(place);
        if (group.epoch == epoch) {
            return group;
        }
        G copy = group.copy();
        copy.lastWrite = group.lastWrite;
        copy.epoch = epoch;
        return replace(place, copy);
    }

    private G replace(int place, G group) {
        groups.set(place, group);
        return group;
    }

    /** The place of a group, or {@code -place - 1} of where it would be. */
    private int find(long number) {
        int low = 0;
        int high = groups.size() - 1;
        if (high >= 0 && groups.get(high).number < number) {
            return -high - 2;
        }
        while (low <= high) {
            int middle = (low + high) >>> 1;
            long found = groups.get(middle).number;
            if (found < number) {
                low = middle + 1;
            } else if (found > number) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -low - 1;
    }

    boolean hasExpired(long now) {
        if (!couldHaveExpired(now)) {
            return false;
        }
        long found = Long.MAX_VALUE;
        for (G group : groups) {
            found = Math.min(found, group.lastWrite);
        }
        oldest = found;
        return couldHaveExpired(now);
    }

    private boolean couldHaveExpired(long now) {
        return retention != Long.MAX_VALUE && oldest < now - retention;
    }

    void dropExpired(long now) {
        if (hasExpired(now)) {
            groups.removeIf(group -> isExpired(group, now));
            hot = null;
        }
    }

    boolean isEmpty() {
        return groups.isEmpty();
    }

    private boolean isExpired(G group, long now) {
        return now - group.lastWrite > retention;
    }

    /** The groups as they are now, for whoever writes them down later: nothing in them will ever change. */
    List<G> cut() {
        epoch++;
        return new ArrayList<>(groups);
    }

    static void write(List<? extends Group<?>> cut, CutWriter out) throws IOException {
        for (Group<?> group : cut) {
            ByteWriter piece = out.piece();
            piece.writeSigned(group.number);
            piece.writeSigned(group.lastWrite);
            group.write(out);
        }
    }

    /** Reads the content of the group of this number. */
    interface Reader<G> {
        G read(long number, CutReader in) throws IOException;
    }

    /** Reads so many groups that were written in their order. */
    void read(int count, CutReader in, Reader<G> reader) throws IOException {
        for (int i = 0; i < count; i++) {
            ByteReader piece = in.piece();
            long number = piece.readSigned();
            long lastWrite = piece.readSigned();
            G group = reader.read(number, in);
            group.lastWrite = lastWrite;
            group.epoch = epoch;
            oldest = Math.min(oldest, lastWrite);
            groups.add(group);
        }
    }
}
