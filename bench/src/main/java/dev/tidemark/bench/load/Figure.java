package dev.tidemark.bench.load;

import java.time.Duration;
import java.util.Arrays;

/**
 * What was measured.
 *
 * @param rate events, increments or commands a second
 * @param cpu microseconds of the server's processor time for each of them: where others use the machine too, this says
 *     more than the rate does
 * @param p50 half of the requests took at most so many milliseconds
 */
public record Figure(String what, double rate, double cpu, double p50, double p99) {

    /** Of requests that took so many nanoseconds each, with so many items in each. */
    static Figure of(Workload workload, long[] nanos, Duration elapsed, Duration cpu) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        double items = sorted.length * (double) workload.items();
        return new Figure(
                workload.what(),
                items / elapsed.toNanos() * 1e9,
                cpu.toNanos() / 1e3 / items,
                millisAt(sorted, 0.50),
                millisAt(sorted, 0.99));
    }

    private static double millisAt(long[] sorted, double quantile) {
        return sorted.length == 0 ? Double.NaN : sorted[(int) (quantile * (sorted.length - 1))] / 1e6;
    }
}
