package dev.tidemark.ranked.series;

import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Point;
import java.time.Instant;
import java.util.AbstractList;
import java.util.RandomAccess;

/**
 * The points of neighbouring buckets: eight bytes each, made when they are asked for. The array is the list's own, so
 * nothing in it changes.
 */
final class PointList extends AbstractList<Point> implements RandomAccess {

    private final long start;
    private final long width;
    private final long[] values;

    PointList(Granularity granularity, long firstBucket, long[] values) {
        this.start = granularity.start(firstBucket).toEpochMilli();
        this.width = granularity.duration().toMillis();
        this.values = values;
    }

    @Override
    public Point get(int index) {
        return new Point(Instant.ofEpochMilli(start + index * width), values[index]);
    }

    @Override
    public int size() {
        return values.length;
    }
}
