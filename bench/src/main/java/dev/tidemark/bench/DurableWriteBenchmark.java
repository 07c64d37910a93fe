package dev.tidemark.bench;

import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.Backends;
import dev.tidemark.timeseries.Granularity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** Increments that wait until they are safe, by one writer and by many: how much group commit is worth. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 4, time = 2)
@Fork(1)
public class DurableWriteBenchmark {

    @Param({"always", "everysec", "never"})
    String fsync;

    private Path folder;
    private Backend backend;
    private RankingStore store;

    @Setup
    public void open() throws IOException {
        folder = Files.createTempDirectory("tidemark-bench");
        backend = Backends.find(getClass().getClassLoader())
                .open(
                        "ranked",
                        BackendContext.of(
                                BackendConfig.of("ranked", Map.of("dir", folder.toString(), "fsync", fsync)),
                                Granularity.DEFAULTS,
                                InstantSource.system()));
        store = backend.rankings();
    }

    @TearDown
    public void close() throws IOException {
        backend.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Benchmark
    @Threads(1)
    public Object oneWriter() {
        return increment();
    }

    @Benchmark
    @Threads(32)
    public Object thirtyTwoWriters() {
        return increment();
    }

    private Object increment() {
        String table = Thread.currentThread().getName();
        return store.increment(table, List.of(new Increment("member", 1)), null)
                .toCompletableFuture()
                .join();
    }
}
