package dev.tidemark.ranked.series;

import java.util.Arrays;

/** The counts of one series at one granularity. */
final class CountBuckets {

    private static final int GROUP = 240;

    /** The values from the first slot to the last that was ever written: a lone count costs one place, not a group. */
    private static final class Counts extends Group {
        private int first;
        private long[] values = {};

        long get(int slot) {
            int place = slot - first;
            return place < 0 || place >= values.length ? 0 : values[place];
        }

        long add(int slot, long amount) {
            if (values.length == 0) {
                first = slot;
                values = new long[1];
            } else if (slot < first) {
                long[] wider = new long[first + values.length - slot];
                System.arraycopy(values, 0, wider, first - slot, values.length);
                first = slot;
                values = wider;
            } else if (slot >= first + values.length) {
                int needed = slot - first + 1;
                values = Arrays.copyOf(values, Math.min(GROUP - first, needed + (needed >> 1)));
            }
            return values[slot - first] += amount;
        }
    }

    private final Groups<Counts> groups;

    CountBuckets(long retention) {
        groups = new Groups<>(retention, Counts::new);
    }

    /** Adds to a bucket and answers its new value. */
    long add(long bucket, long amount, long now) {
        return groups.touch(Math.floorDiv(bucket, GROUP), now).add(Math.floorMod(bucket, GROUP), amount);
    }

    long get(long bucket, long now) {
        Counts group = groups.get(Math.floorDiv(bucket, GROUP), now);
        return group == null ? 0 : group.get(Math.floorMod(bucket, GROUP));
    }

    /** The values of {@code count} buckets from {@code first} on. */
    long[] values(long first, int count, long now) {
        long[] values = new long[count];
        int at = 0;
        while (at < count) {
            int slot = Math.floorMod(first + at, GROUP);
            int end = Math.min(count, at + GROUP - slot);
            Counts group = groups.get(Math.floorDiv(first + at, GROUP), now);
            for (; at < end; at++, slot++) {
                values[at] = group == null ? 0 : group.get(slot);
            }
        }
        return values;
    }

    void dropExpired(long now) {
        groups.dropExpired(now);
    }

    boolean isEmpty() {
        return groups.isEmpty();
    }
}
