package dev.tidemark.mongo.ranking;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Fails a transaction that found nothing to change, so that it is undone, and carries its answer. */
final class Unchanged extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Object answer;

    private Unchanged(Object answer) {
        super("nothing to change", null, false, false);
        this.answer = answer;
    }

    static <T> CompletionStage<T> with(T answer) {
        return CompletableFuture.failedFuture(new Unchanged(answer));
    }

    Object answer() {
        return answer;
    }
}
