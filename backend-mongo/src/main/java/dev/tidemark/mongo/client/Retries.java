package dev.tidemark.mongo.client;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Begins work anew that met another one on the way. It waits a little first, each time a little longer and never twice the
 * same, so that the two do not meet again.
 */
final class Retries {

    private static final long PAUSE_MILLIS = 4;
    private static final long MAX_PAUSE_MILLIS = 64;

    private Retries() {}

    /** Begins the work anew until it succeeds, fails for good, or the time is up. */
    static <T> CompletionStage<T> within(
            Duration time, Predicate<Throwable> isPassing, Supplier<CompletionStage<T>> work) {
        return attempt(PAUSE_MILLIS, System.nanoTime() + time.toNanos(), isPassing, work);
    }

    private static <T> CompletionStage<T> attempt(
            long pause, long deadline, Predicate<Throwable> isPassing, Supplier<CompletionStage<T>> work) {
        CompletionStage<T> tried = work.get();
        return tried.handle((answer, failure) ->
                        failure != null && isPassing.test(failure) && System.nanoTime() < deadline
                                ? pause(pause)
                                        .thenCompose(paused -> attempt(
                                                Math.min(2 * pause, MAX_PAUSE_MILLIS), deadline, isPassing, work))
                                : tried)
                .thenCompose(Function.identity());
    }

    private static CompletionStage<@Nullable Void> pause(long most) {
        long millis = ThreadLocalRandom.current().nextLong(1, most + 1);
        return CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS));
    }
}
