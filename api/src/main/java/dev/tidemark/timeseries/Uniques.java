package dev.tidemark.timeseries;

import java.util.List;

/**
 * How many different members there were.
 *
 * @param points a point for each bucket of the range
 * @param distinct the size of the union over the whole range, never the sum of the points
 */
public record Uniques(List<Point> points, long distinct, Precision precision) {
    public Uniques {
        points = List.copyOf(points);
    }
}
