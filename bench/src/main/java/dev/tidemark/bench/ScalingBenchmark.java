package dev.tidemark.bench;

import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.Backends;
import dev.tidemark.timeseries.Granularity;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** The same work by one thread and by two: writers on tables of their own, readers of one table. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ScalingBenchmark {

    private static final int MEMBERS = 10_000;

    /** What a thread has to itself. */
    @State(Scope.Thread)
    public static class Own {
        String table = "";

        @Setup
        public void name() {
            table = "table of " + Thread.currentThread().getName();
        }
    }

    private RankingStore store;

    @Setup
    public void fill() {
        store = Backends.find(getClass().getClassLoader())
                .open(
                        "ranked",
                        BackendContext.of(
                                BackendConfig.of("ranked", Map.of("persistence", "memory")),
                                Granularity.DEFAULTS,
                                InstantSource.system()))
                .rankings();
        Map<String, Long> scores = new HashMap<>();
        for (int i = 0; i < MEMBERS; i++) {
            scores.put(member(i), (long) i);
        }
        store.set("shared", scores);
    }

    @Benchmark
    @Threads(1)
    public Object oneWriter(Own own) {
        return write(own);
    }

    @Benchmark
    @Threads(2)
    public Object twoWriters(Own own) {
        return write(own);
    }

    @Benchmark
    @Threads(1)
    public Object oneReader() {
        return read();
    }

    @Benchmark
    @Threads(2)
    public Object twoReaders() {
        return read();
    }

    private Object write(Own own) {
        return store.increment(own.table, List.of(new Increment(member(anyone()), 1)), null);
    }

    private Object read() {
        return store.rank("shared", member(anyone()), Order.DESC);
    }

    private static int anyone() {
        return ThreadLocalRandom.current().nextInt(MEMBERS);
    }

    private static String member(int i) {
        return "member:" + i;
    }
}
