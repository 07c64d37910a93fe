package dev.tidemark.ranked.log;

import dev.tidemark.spi.BackendUnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * What the log's thread took to do at once: commands up to a sequence, and who waits for them. These are answered on another thread, because whoever waits
 * may do anything then, even wait for the log's thread.
 */
record LogWork(
        FrameBuffer frames,
        long lastSequence,
        CompletableFuture<Void> safe,
        @Nullable CompletableFuture<Long> rotation,
        @Nullable CompletableFuture<Void> sync,
        boolean last) {

    boolean needsSync() {
        return rotation != null || sync != null || last;
    }

    /** Tells those who wait for a write, or for an fsync, that it is done. */
    void succeed(Liveness liveness) {
        answer(liveness, () -> safe.complete(null));
        CompletableFuture<Void> synced = sync;
        if (synced != null) {
            answer(liveness, () -> synced.complete(null));
        }
    }

    void fail(Liveness liveness, BackendUnavailableException failure) {
        answer(liveness, () -> failNow(failure));
    }

    /** Fails everyone who waits on the thread that calls: for when there is going to be no other. */
    void failNow(BackendUnavailableException failure) {
        safe.completeExceptionally(failure);
        if (sync != null) {
            sync.completeExceptionally(failure);
        }
        if (rotation != null) {
            rotation.completeExceptionally(failure);
        }
    }

    private static void answer(Liveness liveness, Runnable answer) {
        try {
            ForkJoinPool.commonPool().execute(() -> run(liveness, answer));
        } catch (RejectedExecutionException | Error e) {
            liveness.fail("an answer to a write", e);
            answer.run();
        }
    }

    /** A pool would swallow it, and whoever waits would wait for ever. */
    private static void run(Liveness liveness, Runnable answer) {
        try {
            answer.run();
        } catch (Error e) {
            liveness.fail("an answer to a write", e);
            throw e;
        }
    }
}
