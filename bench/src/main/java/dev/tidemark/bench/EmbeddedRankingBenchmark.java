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
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
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

/** One table of the embedded engine through the store that everyone uses: checks, locks and string lookup included. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class EmbeddedRankingBenchmark {

    @Param({"1000000"})
    int members;

    private RankingStore store;
    private String[] names;
    private Random random;

    @Setup
    public void fill() {
        store = Backends.find(getClass().getClassLoader())
                .open(
                        "ranked",
                        BackendContext.of(
                                BackendConfig.of("ranked", Map.of()), Granularity.DEFAULTS, InstantSource.system()))
                .rankings();
        names = new String[members];
        random = new Random(1);
        for (int i = 0; i < members; i++) {
            names[i] = "member:" + i;
            store.set("table", Map.of(names[i], (long) random.nextInt(members)));
        }
    }

    @Benchmark
    public CompletionStage<List<Score>> increment() {
        return store.increment("table", List.of(new Increment(anyone(), random.nextInt(1000))), null);
    }

    @Benchmark
    public CompletionStage<Optional<Ranked>> rank() {
        return store.rank("table", anyone(), Order.DESC);
    }

    @Benchmark
    public CompletionStage<RankPage> pageInTheMiddle() {
        return store.range("table", Order.DESC, members / 2, 10);
    }

    @Benchmark
    public CompletionStage<RankPage> topTen() {
        return store.range("table", Order.DESC, 0, 10);
    }

    private String anyone() {
        return names[random.nextInt(members)];
    }
}
