package dev.tidemark.ranked.log;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Where every change passes, after it was found valid and before it is applied, under the lock of what it changes: so the
 * order here is the order of the changes to each table and series.
 */
public interface Journal {

    /** Keeps nothing: a change is as safe as the process. */
    Journal MEMORY = command -> CompletableFuture.completedFuture(null);

    /** Takes a change. The stage completes when it is safe, which is when the caller may be told that it is done. */
    CompletionStage<Void> append(Command command);
}
