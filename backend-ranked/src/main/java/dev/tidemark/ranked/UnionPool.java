package dev.tidemark.ranked;

import dev.tidemark.spi.Applied;
import dev.tidemark.spi.BackendUnavailableException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Threads for computations that take long, so that nothing else waits behind them: no more than there are processors, and
 * a bounded queue. Threads are started when they are needed, and end when they are not.
 */
final class UnionPool implements AutoCloseable {

    private static final int QUEUE = 64;

    /** A computation and who waits for it. Whatever goes wrong, they are told. */
    private record Task<T>(Supplier<T> computation, CompletableFuture<T> result) implements Runnable {

        @Override
        public void run() {
            try {
                result.complete(computation.get());
            } catch (RuntimeException | Error e) {
                result.completeExceptionally(e);
            }
        }

        void cancel() {
            result.completeExceptionally(unavailable("the store is closed"));
        }
    }

    private final ThreadPoolExecutor threads;

    UnionPool() {
        this(Runtime.getRuntime().availableProcessors(), QUEUE);
    }

    UnionPool(int size, int queue) {
        threads = new ThreadPoolExecutor(size, size, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(queue), task -> {
            Thread thread = new Thread(task, "tidemark-union");
            thread.setDaemon(true);
            return thread;
        });
        threads.allowCoreThreadTimeOut(true);
    }

    /** Fails with a {@link BackendUnavailableException} if too many are waiting. */
    <T> CompletableFuture<T> compute(Supplier<T> computation) {
        Task<T> task = new Task<>(computation, new CompletableFuture<>());
        try {
            threads.execute(task);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(
                    unavailable("too many unions are being computed: retry, or ask with a larger max-age"));
        }
        return task.result;
    }

    private static BackendUnavailableException unavailable(String why) {
        return new BackendUnavailableException(why, Duration.ofSeconds(1), Applied.NO, null);
    }

    @Override
    public void close() {
        for (Runnable waiting : threads.shutdownNow()) {
            ((Task<?>) waiting).cancel();
        }
    }
}
