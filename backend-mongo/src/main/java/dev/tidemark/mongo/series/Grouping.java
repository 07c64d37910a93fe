package dev.tidemark.mongo.series;

import dev.tidemark.timeseries.Granularity;
import java.time.Duration;

/**
 * How buckets that stand next to each other share a document.
 *
 * <p>How many there are depends on the width of the buckets alone: a group that was written is found again whatever else is set
 * differently later. It is at most 480, so a document of counts stays below 16 KB, a thousandth of what MongoDB allows.
 *
 * @param width of a bucket in milliseconds
 * @param buckets how many a group has
 */
record Grouping(long width, int buckets) {

    static Grouping of(Granularity granularity) {
        Duration width = granularity.duration();
        return new Grouping(width.toMillis(), buckets(width));
    }

    private static int buckets(Duration width) {
        if (width.compareTo(Duration.ofMinutes(1)) < 0) {
            return 300;
        } else if (width.compareTo(Duration.ofHours(1)) < 0) {
            return 480;
        }
        return width.compareTo(Duration.ofDays(1)) < 0 ? 240 : 30;
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

    /** When the group of a bucket starts, in milliseconds. */
    long start(long bucket) {
        return (bucket - place(bucket)) * width;
    }
}
