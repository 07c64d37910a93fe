package dev.tidemark.mongo.series;

import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Point;
import java.util.ArrayList;
import java.util.List;

/** Values of neighbouring buckets as the points of an answer. */
final class Points {

    private Points() {}

    static List<Point> of(Granularity granularity, long first, long[] values) {
        List<Point> points = new ArrayList<>(values.length);
        for (int i = 0; i < values.length; i++) {
            points.add(new Point(granularity.start(first + i), values[i]));
        }
        return points;
    }
}
