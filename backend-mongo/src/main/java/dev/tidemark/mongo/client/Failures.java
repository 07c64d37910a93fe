package dev.tidemark.mongo.client;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.MongoNodeIsRecoveringException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoServerUnavailableException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoTimeoutException;
import dev.tidemark.TidemarkException;
import dev.tidemark.spi.BackendException;
import dev.tidemark.spi.BackendUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * What can go wrong with a command, as Tidemark's own exceptions.
 *
 * <p>The driver itself sends a write once more if the connection broke or the primary changed, in a way that the server
 * recognises, so that it is carried out once. What fails after that, or is not answered in time, may have been carried out or not.
 */
public final class Failures {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final int DUPLICATE_KEY = 11000;
    private static final int WRITE_CONFLICT = 112;
    private static final int SNAPSHOT_TOO_OLD = 239;
    private static final int INTERRUPTED = 11601;
    private static final int SNAPSHOT_UNAVAILABLE = 246;

    private Failures() {}

    /** What it throws before there is a stage comes through the stage too. */
    static <T> CompletionStage<T> caught(Supplier<CompletionStage<T>> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** The exception that a stage failed with. */
    public static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    /** Whether two upserts met on one key, of which this one lost, and changed nothing. */
    public static boolean isDuplicateKey(Throwable failure) {
        return cause(failure) instanceof MongoException e && e.getCode() == DUPLICATE_KEY;
    }

    /** Whether a transaction met another one, and is undone. */
    static boolean isConflict(Throwable failure) {
        return hasLabel(failure, MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL)
                || isDuplicateKey(failure)
                || (cause(failure) instanceof MongoBulkWriteException e
                        && e.getWriteErrors().stream().anyMatch(error -> error.getCode() == DUPLICATE_KEY));
    }

    /** Whether the moment that a snapshot was to be of is not there: collections were just made, or it is long past. */
    static boolean isWithoutSnapshot(Throwable failure) {
        return cause(failure) instanceof MongoException e
                && (e.getCode() == SNAPSHOT_UNAVAILABLE || e.getCode() == SNAPSHOT_TOO_OLD);
    }

    public static boolean hasLabel(Throwable failure, String label) {
        return cause(failure) instanceof MongoException e && e.hasErrorLabel(label);
    }

    static TidemarkException translate(Throwable failure) {
        Throwable cause = cause(failure);
        if (cause instanceof TidemarkException known) {
            return known;
        }
        if (isWriteConflict(cause)) {
            return new BackendUnavailableException(
                    "others changed the same in MongoDB all the time: " + cause.getMessage(), RETRY_AFTER, cause);
        }
        if (isInterrupted(cause)) {
            return new BackendUnavailableException(
                    "the operation was interrupted in MongoDB: " + cause.getMessage(), RETRY_AFTER, cause);
        }
        return isAway(cause)
                ? new BackendUnavailableException(
                        "MongoDB cannot be reached: " + cause.getMessage(), RETRY_AFTER, cause)
                : new BackendException("MongoDB refused a command: " + cause.getMessage(), cause);
    }

    private static boolean isWriteConflict(Throwable cause) {
        return cause instanceof MongoException e && e.getCode() == WRITE_CONFLICT;
    }

    /** Whether somebody ended the operation on the server, by {@code killOp} or with its session. */
    private static boolean isInterrupted(Throwable cause) {
        return cause instanceof MongoException e && e.getCode() == INTERRUPTED;
    }

    /** Whether MongoDB did not answer, rather than refuse. */
    static boolean isAway(Throwable failure) {
        Throwable cause = cause(failure);
        return !isWriteConflict(cause)
                && (cause instanceof MongoTimeoutException
                        || cause instanceof MongoSocketException
                        || cause instanceof MongoNotPrimaryException
                        || cause instanceof MongoNodeIsRecoveringException
                        || cause instanceof MongoServerUnavailableException
                        || cause instanceof MongoSecurityException
                        || hasLabel(cause, MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL)
                        || hasLabel(cause, MongoException.UNKNOWN_TRANSACTION_COMMIT_RESULT_LABEL)
                        || hasLabel(cause, "RetryableWriteError"));
    }
}
