package dev.tidemark.bench;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
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

/** The structures that could keep a table in order, by themselves: no names to look up, no locks. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgs = {"-Xms8g", "-Xmx8g", "-Xmn1g"})
public class RankIndexBenchmark {

    /** Which structure. */
    public enum Kind {
        COUNTING_TREE,
        FENWICK_CHUNKS,
        SPAN_SKIP_LIST;

        OrderStatistics create(IntFunction<String> names) {
            return switch (this) {
                case COUNTING_TREE -> new CountingTree(names);
                case FENWICK_CHUNKS -> new FenwickChunks(names);
                case SPAN_SKIP_LIST -> new SpanSkipList(names);
            };
        }
    }

    @Param
    Kind kind;

    @Param("1000000")
    int members;

    private final SplittableRandom random = new SplittableRandom(1);
    private String[] names;
    private long[] scores;
    private OrderStatistics index;

    @Setup
    public void fill() {
        names = new String[members];
        scores = new long[members];
        index = kind.create(id -> names[id]);
        for (int id = 0; id < members; id++) {
            names[id] = "member:" + id;
            scores[id] = random.nextLong(members);
            index.add(id, scores[id]);
        }
    }

    @Benchmark
    public int move() {
        int id = random.nextInt(members);
        long to = scores[id] + random.nextInt(2000) - 1000;
        index.move(id, scores[id], to);
        scores[id] = to;
        return id;
    }

    @Benchmark
    public int rank() {
        int id = random.nextInt(members);
        return index.rank(id, scores[id]);
    }

    @Benchmark
    public int select() {
        return index.select(random.nextInt(members));
    }
}
