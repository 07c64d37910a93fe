package dev.tidemark.ranked.log;

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
    Journal MEMORY = new Journal() {
        private final Appended done = new Appended(0, CompletableFuture.completedFuture(null));

        @Override
        public Appended append(Command command) {
            return done;
        }
    };

    /**
     * Takes a change.
     *
     * @throws dev.tidemark.spi.BackendUnavailableException if it cannot take any for the moment; nothing is changed then
     */
    Appended append(Command command);
}
