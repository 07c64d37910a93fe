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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Increments by writers who each wait until the last is safe before they make the next: how much group commit is worth. A
 * writer is not a thread, as it is none in the service either; what threads cost on top is {@link #thirtyTwoThreads}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 4, time = 2)
@Fork(1)
public class DurableWriteBenchmark {

    private static final int WRITERS = 32;
    private static final int EACH = 200;

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
    @OperationsPerInvocation(EACH)
    public Object oneWriter() {
        return write(1);
    }

    @Benchmark
    @OperationsPerInvocation(WRITERS * EACH)
    public Object thirtyTwoWriters() {
        return write(WRITERS);
    }

    @Benchmark
    @Threads(WRITERS)
    public Object thirtyTwoThreads() {
        return increment(Thread.currentThread().getName()).toCompletableFuture().join();
    }

    private Object write(int writers) {
        CompletableFuture<?>[] done = new CompletableFuture<?>[writers];
        for (int i = 0; i < writers; i++) {
            done[i] = write("table " + i, EACH).toCompletableFuture();
        }
        return CompletableFuture.allOf(done).join();
    }

    private CompletionStage<?> write(String table, int left) {
        CompletionStage<?> safe = increment(table);
        return left == 1 ? safe : safe.thenCompose(done -> write(table, left - 1));
    }

    private CompletionStage<?> increment(String table) {
        return store.increment(table, List.of(new Increment("member", 1)), null);
    }
}
