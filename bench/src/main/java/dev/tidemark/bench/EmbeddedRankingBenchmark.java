package dev.tidemark.bench;

import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.ranking.Score;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.Backends;
import dev.tidemark.timeseries.Granularity;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One table of the embedded engine through the store that everyone uses: checks, locks and string lookup included. Names are
 * made anew for each call, as a request would, so they are never equal by being the same object; {@link #name} is what that
 * costs. The heap is touched beforehand and in large pages: what is measured is not the system handing out memory for the
 * first time.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgs = {"-Xms8g", "-Xmx8g", "-Xmn1g", "-XX:+AlwaysPreTouch", "-XX:+UseTransparentHugePages"})
public class EmbeddedRankingBenchmark {

    private static final int PENDING = 1_000_000;
    private static final Duration EXPIRY = Duration.ofDays(1);

    @Param("1000000")
    int members;

    private final SplittableRandom random = new SplittableRandom(1);
    private RankingStore store;

    @Setup
    public void fill() {
        store = open();
        for (int i = 0; i < members; i++) {
            store.set("table", Map.of("member:" + i, random.nextLong(members)));
        }
    }

    static RankingStore open() {
        BackendConfig config = BackendConfig.of("ranked", Map.of("persistence", "memory"));
        return Backends.find(EmbeddedRankingBenchmark.class.getClassLoader())
                .open("ranked", BackendContext.of(config, Granularity.DEFAULTS, InstantSource.system()))
                .rankings();
    }

    /** A table that has increments to undo, one for each of the last million. */
    @State(Scope.Benchmark)
    public static class Pending {

        @Setup
        public void fill(EmbeddedRankingBenchmark table) {
            for (int i = 0; i < PENDING; i++) {
                table.incrementExpiring(this);
            }
        }
    }

    @Benchmark
    public String name() {
        return "member:" + random.nextInt(members);
    }

    @Benchmark
    public CompletionStage<List<Score>> increment() {
        return store.increment("table", List.of(new Increment(name(), random.nextInt(1000))), null);
    }

    @Benchmark
    public CompletionStage<List<Score>> incrementExpiring(Pending pending) {
        return store.increment("table", List.of(new Increment(name(), random.nextInt(1000))), EXPIRY);
    }

    @Benchmark
    public CompletionStage<Optional<Ranked>> rank() {
        return store.rank("table", name(), Order.DESC);
    }

    @Benchmark
    public CompletionStage<RankPage> pageInTheMiddle() {
        return store.range("table", Order.DESC, members / 2, 10);
    }

    @Benchmark
    public CompletionStage<RankPage> topTen() {
        return store.range("table", Order.DESC, 0, 10);
    }
}
