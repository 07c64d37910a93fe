package dev.tidemark.bench;

import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.Backends;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.TimeSeriesStore;
import dev.tidemark.timeseries.Visit;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * What series cost in heap: {@code java -cp benchmarks.jar dev.tidemark.bench.SeriesFootprint}. Each line fills many
 * series alike and divides, so that what else is in the heap does not count.
 */
public final class SeriesFootprint {

    private static final int SECONDS = 86_400;
    private static final Instant START = Instant.parse("2026-11-15T00:00:00Z");

    private SeriesFootprint() {}

    /** What happens in a series in one second of the day. */
    private interface Day {
        Event at(String series, Instant at, int second);
    }

    public static void main(String[] args) {
        Random random = new Random(1);
        // What is loaded once is no series' own.
        measure(1, 1, (series, at, second) -> new Count(series, at, 1));
        System.out.printf("%-52s %14s %14s%n", "a day of one a second", "bytes a series", "bytes an event");
        print("counts, all granularities", 50, SECONDS, (series, at, second) -> new Count(series, at, 1));
        print("samples, a constant", 50, SECONDS, (series, at, second) -> new Sample(series, at, 42.5));
        print(
                "samples, a temperature such as 20.1, moving slowly",
                50,
                SECONDS,
                (series, at, second) ->
                        new Sample(series, at, Math.round(200 + 50 * Math.sin(second / 5_000.0)) / 10.0));
        print(
                "samples, a temperature with noise in its last digit",
                50,
                SECONDS,
                (series, at, second) -> new Sample(
                        series, at, Math.round(200 + 50 * Math.sin(second / 5_000.0) + random.nextInt(3)) / 10.0));
        print(
                "samples, random doubles",
                20,
                SECONDS,
                (series, at, second) -> new Sample(series, at, random.nextDouble()));
        System.out.printf("%n%-52s %14s %14s%n", "one event only", "bytes a series", "bytes an event");
        print("a count, all granularities", 20_000, 1, (series, at, second) -> new Count(series, at, 1));
        print("a visit, all granularities", 20_000, 1, (series, at, second) -> new Visit(series, at, "member"));
        print("a sample", 20_000, 1, (series, at, second) -> new Sample(series, at, 1));
    }

    private static void print(String what, int series, int seconds, Day day) {
        long bytes = measure(series, seconds, day);
        System.out.printf("%-52s %,14d %14.2f%n", what, bytes, bytes / (double) seconds);
    }

    private static long measure(int series, int seconds, Day day) {
        long before = used();
        TimeSeriesStore store = Backends.find(SeriesFootprint.class.getClassLoader())
                .open(
                        "ranked",
                        BackendContext.of(
                                BackendConfig.of("ranked", Map.of("persistence", "memory")),
                                Granularity.DEFAULTS,
                                InstantSource.fixed(START)))
                .timeSeries();
        for (int i = 0; i < series; i++) {
            for (int second = 0; second < seconds; second++) {
                store.insert(List.of(day.at("series:" + i, START.plusSeconds(second), second)));
            }
        }
        long bytes = (used() - before) / series;
        // So that the store is there until it was measured.
        store.delete("series:0");
        return bytes;
    }

    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
        }
        return used;
    }
}
