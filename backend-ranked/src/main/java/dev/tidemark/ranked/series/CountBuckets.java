package dev.tidemark.ranked.series;

import dev.tidemark.timeseries.Granularity;
import java.io.IOException;

/** The counts of one series at one granularity. */
final class CountBuckets {

    private static final int GROUP = CountGroup.SIZE;

    final Groups<CountGroup> groups;
    private final long width;

    CountBuckets(Granularity granularity) {
        this.groups = new Groups<>(Groups.millis(granularity.retention()), CountGroup::new);
        this.width = granularity.duration().toMillis();
    }

    /** Adds to the bucket of a time, in milliseconds. */
    void add(long time, long amount, long now) {
        long bucket = Math.floorDiv(time, width);
        groups.touch(Math.floorDiv(bucket, GROUP), now).add(Math.floorMod(bucket, GROUP), amount);
    }

    long get(long bucket, long now) {
        CountGroup group = groups.get(Math.floorDiv(bucket, GROUP), now);
        return group == null ? 0 : group.get(Math.floorMod(bucket, GROUP));
    }

    /** The values of {@code count} buckets from {@code first} on. */
    long[] values(long first, int count, long now) {
        long[] values = new long[count];
        long last = first + count - 1;
        groups.forEach(Math.floorDiv(first, GROUP), Math.floorDiv(last, GROUP), now, group -> {
            long start = group.number * GROUP;
            int from = (int) Math.max(first - start, 0);
            int to = (int) Math.min(last - start + 1, GROUP);
            group.copyTo(values, (int) (start + from - first), from, to - from);
            return true;
        });
        return values;
    }

    /** Reads so many groups, and answers how far the furthest count is from 0. */
    long read(int count, CutReader in) throws IOException {
        long[] reach = {0};
        groups.read(count, in, (number, source) -> {
            CountGroup group = CountGroup.read(number, source);
            reach[0] = Math.max(reach[0], group.reach());
            return group;
        });
        return reach[0];
    }
}
