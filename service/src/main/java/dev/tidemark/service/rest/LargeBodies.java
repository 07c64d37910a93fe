package dev.tidemark.service.rest;

import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Has large bodies read by a worker, because other requests wait for an event loop meanwhile. The framework calls methods that
 * return a stage on the event loop, wherever they come from.
 */
@Singleton
class LargeBodies {

    /** Smaller ones are not worth it: a thousand events are read in a millisecond, and to hand them over costs a fifth of that. */
    private static final int EVENT_LOOP_BYTES = 128 * 1024;

    <T> CompletionStage<T> read(byte[] body, Function<byte[], CompletionStage<T>> work) {
        return body.length <= EVENT_LOOP_BYTES
                ? work.apply(body)
                : CompletableFuture.supplyAsync(() -> work.apply(body), Infrastructure.getDefaultExecutor())
                        .thenCompose(Function.identity());
    }
}
