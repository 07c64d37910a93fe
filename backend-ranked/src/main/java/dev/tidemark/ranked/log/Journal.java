package dev.tidemark.ranked.log;

import dev.tidemark.spi.Applied;
import dev.tidemark.spi.BackendUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Where every change passes, after it was found valid and before it is applied, under the lock of what it changes: so the
 * order here is the order of the changes to each table and series.
 */
public interface Journal {

    /** A change that was taken; {@code safe} completes when the caller may be told that it is done. */
    record Appended(long sequence, CompletionStage<Void> safe) {}

    /** Keeps nothing: a change is as safe as the process. */
    Journal MEMORY = inMemory(new Liveness());

    /** Keeps nothing, and takes nothing more once a change could not be applied as a whole. */
    static Journal inMemory(Liveness liveness) {
        Appended done = new Appended(0, CompletableFuture.completedFuture(null));
        return new Journal() {
            @Override
            public Appended append(Command command) {
                if (!liveness.isAlive()) {
                    throw new BackendUnavailableException(
                            String.valueOf(liveness.reason()), Duration.ofSeconds(1), Applied.NO, null);
                }
                return done;
            }

            @Override
            public void diverged(Throwable cause) {
                liveness.fail("applying a change", cause);
            }
        };
    }

    /**
     * Takes a change. If this throws anything, nothing is changed.
     *
     * @throws dev.tidemark.spi.BackendUnavailableException if it cannot take any for the moment
     */
    Appended append(Command command);

    /**
     * Tells, under the lock of what was to be changed, that a change was appended and could not be applied. Memory and log
     * may differ from then on: nothing is taken any more, and no snapshot is.
     */
    void diverged(Throwable cause);

    /** Applies a change that was appended, under the lock of what it changes. */
    default void apply(Runnable change) {
        try {
            change.run();
        } catch (RuntimeException | Error e) {
            diverged(e);
            throw e;
        }
    }
}
