package dev.tidemark.timeseries;

import java.time.Instant;

/**
 * What was measured in one bucket, which starts at {@code at} and holds at least one sample.
 *
 * @param sum stops at the largest number that there is, either way
 * @param first the earliest sample's value, by its time
 * @param last the latest sample's value, by its time
 */
public record Summary(Instant at, long count, double min, double max, double sum, double first, double last) {

    /** The bucket of a single sample. */
    public static Summary of(Instant at, double value) {
        return new Summary(at, 1, value, value, value, value, value);
    }

    /** This bucket with one more sample, which is later than all before. */
    public Summary with(double value) {
        double total = Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, sum + value));
        return new Summary(at, count + 1, Math.min(min, value), Math.max(max, value), total, first, value);
    }

    public double mean() {
        return sum / count;
    }
}
