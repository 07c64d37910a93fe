package dev.tidemark.ranked.series;

import dev.tidemark.timeseries.Precision;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ObjLongConsumer;

/** The visits of one series at one granularity. */
final class VisitBuckets {

    private static final int GROUP = 120;

    private static final class Visits extends Group {
        final Map<Long, Members> byBucket = new HashMap<>();
    }

    private final Groups<Visits> groups;
    private final Precision precision;

    VisitBuckets(long retention, Precision precision) {
        this.groups = new Groups<>(retention, Visits::new);
        this.precision = precision;
    }

    void add(long bucket, String member, long now) {
        groups.touch(Math.floorDiv(bucket, GROUP), now)
                .byBucket
                .computeIfAbsent(bucket, absent -> Members.of(precision))
                .add(member);
    }

    /** Hands out the members of each bucket that has any, from {@code first} to {@code last}. */
    void forEach(long first, long last, long now, ObjLongConsumer<Members> action) {
        for (Visits group : groups.between(Math.floorDiv(first, GROUP), Math.floorDiv(last, GROUP), now)) {
            group.byBucket.forEach((bucket, members) -> {
                if (bucket >= first && bucket <= last) {
                    action.accept(members, bucket);
                }
            });
        }
    }

    void dropExpired(long now) {
        groups.dropExpired(now);
    }

    boolean isEmpty() {
        return groups.isEmpty();
    }
}
