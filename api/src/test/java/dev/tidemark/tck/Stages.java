package dev.tidemark.tck;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.TidemarkException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Waits for stages, as only a test may. */
public final class Stages {

    private static final int PATIENCE_SECONDS = 30;

    private Stages() {}

    /** Answers what the stage does, or throws what it failed with. */
    public static <T> T get(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(PATIENCE_SECONDS, SECONDS);
        } catch (ExecutionException e) {
            Throwable cause = unwrap(e);
            if (cause instanceof RuntimeException exception) {
                throw exception;
            }
            throw new AssertionError("the stage failed with something that is not of Tidemark", cause);
        } catch (TimeoutException e) {
            throw new AssertionError("no answer in " + PATIENCE_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for a stage", e);
        }
    }

    /** Asserts that the stage fails with exactly that exception, and answers it. */
    public static <X extends TidemarkException> X assertFails(CompletionStage<?> stage, Class<X> type) {
        try {
            Object answer = get(stage);
            throw new AssertionError("expected " + type.getSimpleName() + ", but the answer was " + answer);
        } catch (RuntimeException e) {
            assertThat(e).isExactlyInstanceOf(type);
            return type.cast(e);
        }
    }

    private static Throwable unwrap(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof ExecutionException || cause instanceof CompletionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
