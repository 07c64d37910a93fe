package dev.tidemark.tck;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Runs a task on several threads that start at the same moment. */
final class Together {

    static final int THREADS = 8;

    private Together() {}

    /** Answers the results in order of the threads' numbers, which are 0 to 7. */
    static <T> List<T> run(IntFunction<T> task) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            CyclicBarrier start = new CyclicBarrier(THREADS);
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int number = i;
                running.add(threads.submit(() -> {
                    start.await(30, SECONDS);
                    return task.apply(number);
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> result : running) {
                results.add(result.get(120, SECONDS));
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }
}
