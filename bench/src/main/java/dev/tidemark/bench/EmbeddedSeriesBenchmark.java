package dev.tidemark.bench;

import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.Backends;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Point;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.Summary;
import dev.tidemark.timeseries.TimeRange;
import dev.tidemark.timeseries.TimeSeriesStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time series of the embedded engine through the store that everyone uses: checks and locks included. The clock stands
 * still, so that nothing expires under the benchmark.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EmbeddedSeriesBenchmark {

    private static final int DAY = 86_400;
    private static final Instant START = Instant.parse("2026-11-15T00:00:00Z");
    private static final TimeRange WHOLE_DAY = new TimeRange(START, START.plusSeconds(DAY - 1));

    private TimeSeriesStore store;
    private List<Event> batch;
    private long inserted;

    @Setup
    public void fill() {
        InstantSource clock = InstantSource.fixed(START.plusSeconds(DAY));
        store = Backends.find(getClass().getClassLoader())
                .open(
                        "ranked",
                        BackendContext.of(
                                BackendConfig.of("ranked", Map.of("persistence", "memory")),
                                Granularity.DEFAULTS,
                                clock))
                .timeSeries();
        for (int second = 0; second < DAY; second++) {
            Instant at = START.plusSeconds(second);
            store.insert(List.of(
                    new Count("counts", at, 1 + second % 3),
                    new Sample("samples", at, (200 + second / 60 % 50) / 10.0),
                    new Sample("random", at, Math.sin(second))));
        }
        batch = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            batch.add(new Count("series:" + i, START, 1));
        }
        store.insert(batch);
    }

    /** A minute is counted for ten thousand inserts: most go to the bucket before them. */
    private Instant next() {
        return START.plusMillis(DAY * 1_000L + inserted++ * 6 % 3_600_000);
    }

    @Benchmark
    public CompletionStage<List<Point>> fetchADayOfSeconds() {
        return store.counts("counts", Granularity.SECOND, WHOLE_DAY);
    }

    /** As somebody who looks at every point. */
    @Benchmark
    public long fetchADayOfSecondsAndReadIt() {
        long sum = 0;
        for (Point point : store.counts("counts", Granularity.SECOND, WHOLE_DAY)
                .toCompletableFuture()
                .join()) {
            sum += point.value() + point.at().getEpochSecond();
        }
        return sum;
    }

    @Benchmark
    public CompletionStage<Void> insertCount() {
        return store.insert(List.of(new Count("hot", next(), 1)));
    }

    @Benchmark
    public CompletionStage<Void> insertThousandCountsOverThousandSeries() {
        return store.insert(batch);
    }

    @Benchmark
    public CompletionStage<Void> insertSample() {
        return store.insert(List.of(new Sample("hot", next(), inserted % 100)));
    }

    @Benchmark
    public CompletionStage<List<Sample>> fetchADayOfSamples() {
        return store.samples("samples", WHOLE_DAY, DAY);
    }

    /** Values with nothing in common with one another. */
    @Benchmark
    public CompletionStage<List<Sample>> fetchADayOfRandomSamples() {
        return store.samples("random", WHOLE_DAY, DAY);
    }

    @Benchmark
    public CompletionStage<List<Summary>> summariesOfADayByHour() {
        return store.summaries("samples", Granularity.HOUR, WHOLE_DAY);
    }
}
