package dev.tidemark.bench.redis;

import dev.tidemark.bench.load.Redis;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.PrecisionRules;
import dev.tidemark.timeseries.TimeRange;
import dev.tidemark.timeseries.Visit;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a million visitors of one day take, exact and approximate, and how far off approximate is. */
final class VisitPrecision {

    private static final int VISITORS = 1_000_000;
    private static final Instant DAY = Instant.parse("2026-11-15T00:00:00Z");

    private VisitPrecision() {}

    private record Measured(double bytes, double error) {}

    static void print(int runs) throws Exception {
        System.out.printf(
                "%nA million visitors of a day, granularity 1day only%n%-34s %14s %14s %14s%n",
                "", "bytes", "largest error", "standard error");
        print("exact (sorted-set)", Precision.EXACT, 1);
        print("approximate (hyperloglog), " + runs + " runs", Precision.APPROXIMATE, runs);
    }

    private static void print(String what, Precision precision, int runs) throws Exception {
        double[] bytes = new double[runs];
        double largest = 0;
        double squares = 0;
        try (Redis redis = new Redis();
                Wire wire = new Wire(redis.port())) {
            for (int run = 0; run < runs; run++) {
                Measured measured = measure(redis.port(), wire, precision, run);
                System.err.printf(Locale.ROOT, "(run %d: error %.2f %%)%n", run + 1, 100 * measured.error);
                bytes[run] = measured.bytes;
                largest = Math.max(largest, Math.abs(measured.error));
                squares += measured.error * measured.error;
            }
        }
        Arrays.sort(bytes);
        System.out.printf(
                Locale.ROOT,
                "%-34s %,14.0f %12.2f %% %12.2f %%%n",
                what,
                bytes[runs / 2],
                100 * largest,
                100 * Math.sqrt(squares / runs));
    }

    private static Measured measure(int port, Wire wire, Precision precision, int run) throws Exception {
        BackendConfig config =
                BackendConfig.of("redis", Map.of()).withPrecision(new PrecisionRules(precision, Map.of()));
        try (Store store = new Store(port, config, List.of(Granularity.DAY))) {
            // So that the script and the list of series are there before.
            store.insert(1, visitor -> new Visit("other", DAY, "someone"));
        }
        Memory.settle(wire);
        long before = wire.info("used_memory");
        long distinct;
        String series = "home:" + run;
        try (Store store = new Store(port, config, List.of(Granularity.DAY))) {
            long first = (long) run * VISITORS;
            store.insert(VISITORS, visitor -> new Visit(series, DAY, "visitor:" + (first + visitor)));
            distinct = store.series()
                    .uniques(series, Granularity.DAY, new TimeRange(DAY, DAY))
                    .toCompletableFuture()
                    .join()
                    .distinct();
        }
        Memory.settle(wire);
        return new Measured(wire.info("used_memory") - before, distinct / (double) VISITORS - 1);
    }
}
