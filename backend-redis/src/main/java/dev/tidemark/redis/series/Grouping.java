package dev.tidemark.redis.series;

import dev.tidemark.timeseries.Granularity;
import java.math.BigDecimal;
import java.time.Duration;

/**
 * How buckets that stand next to each other share a key.
 *
 * <p>A group is named after the time in seconds that it starts at, and its buckets are numbered from 0 on. How many there are
 * depends on the width of the buckets alone: a group that was written is found again whatever else is set differently later.
 *
 * @param width of a bucket in milliseconds
 * @param buckets how many a group has
 */
record Grouping(long width, int buckets) {

    /** Groups that stay within {@code hash-max-listpack-entries}, 512, as long as nobody lowers it. */
    static Grouping ofCounts(Granularity granularity) {
        return of(
                granularity,
                below(granularity, Duration.ofMinutes(1)) ? 300 : below(granularity, Duration.ofHours(1)) ? 480 : 240);
    }

    /** Groups that stay within {@code zset-max-listpack-entries}, 128, with one visitor a bucket. */
    static Grouping ofVisits(Granularity granularity) {
        return of(granularity, 120);
    }

    /** Every bucket for itself. */
    static Grouping none(Granularity granularity) {
        return new Grouping(granularity.duration().toMillis(), 1);
    }

    private static Grouping of(Granularity granularity, int buckets) {
        return new Grouping(granularity.duration().toMillis(), below(granularity, Duration.ofDays(1)) ? buckets : 30);
    }

    private static boolean below(Granularity granularity, Duration width) {
        return granularity.duration().compareTo(width) < 0;
    }

    /** The number of a bucket in its group. */
    int place(long bucket) {
        return Math.floorMod(bucket, buckets);
    }

    /** The first bucket of the group after the one that {@code bucket} is in. */
    long nextGroup(long bucket) {
        return bucket - place(bucket) + buckets;
    }

    long millis() {
        return width * buckets;
    }

    /** When the group of a bucket starts, in seconds. */
    String start(long bucket) {
        long millis = (bucket - place(bucket)) * width;
        return millis % 1_000 == 0
                ? Long.toString(millis / 1_000)
                : BigDecimal.valueOf(millis, 3).toPlainString();
    }
}
