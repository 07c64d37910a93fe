package dev.tidemark.ranked.series;

import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Precision;
import java.io.IOException;
import java.util.function.ObjLongConsumer;

/** The visits of one series at one granularity. */
final class VisitBuckets {

    private static final int GROUP = VisitGroup.SIZE;

    final Groups<VisitGroup> groups;
    private final long width;
    private final Precision precision;

    VisitBuckets(Granularity granularity, Precision precision) {
        this.groups = new Groups<>(Groups.millis(granularity.retention()), VisitGroup::new);
        this.width = granularity.duration().toMillis();
        this.precision = precision;
    }

    /** Adds to the bucket of a time, in milliseconds. */
    void add(long time, String member, long now) {
        long bucket = Math.floorDiv(time, width);
        groups.touch(Math.floorDiv(bucket, GROUP), now).add(Math.floorMod(bucket, GROUP), member, precision);
    }

    /** Hands out the members of each bucket that has any, from {@code first} to {@code last}. */
    void forEach(long first, long last, long now, ObjLongConsumer<Members> action) {
        groups.forEach(Math.floorDiv(first, GROUP), Math.floorDiv(last, GROUP), now, group -> {
            long start = group.number * GROUP;
            for (long bucket = Math.max(first, start); bucket <= Math.min(last, start + GROUP - 1); bucket++) {
                Members members = group.get((int) (bucket - start));
                if (members != null) {
                    action.accept(members, bucket);
                }
            }
            return true;
        });
    }

    /** Reads so many groups; {@code known} is as for {@link Members#read}. */
    void read(int count, CutReader in, ExactMembers known) throws IOException {
        groups.read(count, in, (number, source) -> VisitGroup.read(number, source, precision, known));
    }
}
