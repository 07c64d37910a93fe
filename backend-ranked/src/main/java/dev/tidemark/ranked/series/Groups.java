package dev.tidemark.ranked.series;

import dev.tidemark.ranked.bytes.ByteReader;
import dev.tidemark.ranked.bytes.ByteWriter;
import java.io.IOException;
import java.time.Duration;
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
     * The groups stand in one list, ordered by number. Most writes go to the newest, which is at its end.
     *
     * A cut is the list of references, and the beginning of a new epoch. From then on a group of an older epoch belongs
     * to the cut as well, so whoever wants to change one puts a copy in its place: that is done here, where all writes
     * pass. What is not written to any more is never copied.
     */

    private final long retention;
    private final LongFunction<G> factory;
    private final GroupList<G> groups = new GroupList<>();
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
        G group = groups.get(number);
        return group == null || isExpired(group, now) ? null : group;
    }

    /** Shows the groups between two numbers, both included, in their order, as long as the action goes on. */
    void forEach(long first, long last, long now, Predicate<G> action) {
        groups.forEachFrom(first, group -> group.number <= last && (isExpired(group, now) || action.test(group)));
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
        G group = groups.get(number);
        return group == null || isExpired(group, now) ? put(fresh(number, now)) : own(group);
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
        G group = groups.get(number);
        return group == null ? null : own(group);
    }

    private G own(G group) {
        if (group.epoch == epoch) {
            return group;
        }
        G copy = group.copy();
        copy.lastWrite = group.lastWrite;
        copy.epoch = epoch;
        return put(copy);
    }

    private G put(G group) {
        groups.put(group);
        return group;
    }

    boolean hasExpired(long now) {
        if (!couldHaveExpired(now)) {
            return false;
        }
        long[] found = {Long.MAX_VALUE};
        groups.forEach(group -> found[0] = Math.min(found[0], group.lastWrite));
        oldest = found[0];
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
        return groups.toList();
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
            groups.put(group);
        }
    }
}
