package dev.tidemark.redis.client;

import dev.tidemark.TidemarkException;
import dev.tidemark.spi.Applied;
import dev.tidemark.spi.BackendException;
import dev.tidemark.spi.BackendUnavailableException;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What can go wrong with a command, as Tidemark's own exceptions.
 *
 * <p>Not certain: a connection that broke and an answer that did not come in time; the command may have been carried out, or may
 * still be. Nothing is sent again after those.
 *
 * <p>Certain, nothing was changed: a connection that could not be opened or had no place left in the pool, and a script that Redis
 * rejects because of its own state, such as {@code LOADING} or {@code OOM}. It does that before the script's first write or not at
 * all. Any other error ends a script in the middle, and what it has written stays; so the scripts on rankings look at whatever
 * may be of another type before they change a score. Inserts do not: {@code WRONGTYPE} at a key of visits, samples or the list leaves
 * what was written before it.
 */
final class Failures {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    /** Errors with which Redis rejects a whole script: it is loading, full, a replica, or wants a password. */
    private static final String BEFORE_ANY_WRITE = "\\b(LOADING|BUSY|READONLY|OOM|MISCONF|NOREPLICAS|NOAUTH)\\b"
            // How a server that was given a password answers a long command on a connection from before.
            + "|unauthenticated (multi)?bulk length";

    private static final Pattern REJECTED = Pattern.compile(BEFORE_ANY_WRITE);

    /** Errors that are worth a retry: those, and a cluster that fails over. */
    private static final Pattern NOT_NOW =
            Pattern.compile(BEFORE_ANY_WRITE + "|\\b(CLUSTERDOWN|TRYAGAIN|MASTERDOWN|WRONGPASS)\\b");

    /** What the client itself says, as if it were an answer, if the connection ended before the answer came. */
    private static final String CONNECTION_CLOSED = "CONNECTION_CLOSED";

    private Failures() {}

    static boolean isUnknownScript(@Nullable Throwable failure) {
        return failure instanceof Response && message(failure).startsWith("NOSCRIPT");
    }

    static TidemarkException translate(Throwable failure, Duration timeout) {
        Throwable cause = unwrapped(failure);
        if (cause instanceof TidemarkException known) {
            return known;
        }
        if (cause instanceof TimeoutException) {
            return new BackendUnavailableException(
                    "Redis did not answer within " + timeout.toMillis() + " ms (tidemark.redis.timeout)",
                    RETRY_AFTER,
                    cause);
        }
        if (message(cause).equals(CONNECTION_CLOSED)) {
            return new BackendUnavailableException(
                    "Redis cannot be reached: the connection was closed before the answer came", RETRY_AFTER, cause);
        }
        if (cause instanceof NotSent && cause.getCause() != null) {
            return new BackendUnavailableException(
                    "Redis cannot be reached: " + reason(cause.getCause()), RETRY_AFTER, cause);
        }
        return cause instanceof Response
                ? refused(message(cause), cause)
                : new BackendUnavailableException("Redis cannot be reached: " + reason(cause), RETRY_AFTER, cause);
    }

    /**
     * The same for a command that nothing of the write was sent before: without a connection, or if Redis rejected it as a whole,
     * nothing was applied.
     */
    static Throwable first(Throwable failure) {
        return unwrapped(failure) instanceof BackendUnavailableException unavailable
                        && (unavailable.getCause() instanceof NotSent || isRejected(unavailable.getCause()))
                ? notApplied(unavailable)
                : failure;
    }

    private static boolean isRejected(@Nullable Throwable cause) {
        return cause instanceof Response && REJECTED.matcher(message(cause)).find();
    }

    /** The same for a question that is asked before anything is written. */
    static Throwable notApplied(Throwable failure) {
        return unwrapped(failure) instanceof BackendUnavailableException unavailable
                ? new BackendUnavailableException(
                        String.valueOf(unavailable.getMessage()),
                        unavailable.retryAfter(),
                        Applied.NO,
                        unavailable.getCause())
                : failure;
    }

    private static Throwable unwrapped(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private static TidemarkException refused(String answer, Throwable cause) {
        if (NOT_NOW.matcher(answer).find()) {
            return new BackendUnavailableException("Redis cannot serve now: " + answer, RETRY_AFTER, cause);
        }
        if (answer.startsWith("MOVED") || answer.startsWith("ASK")) {
            return new BackendException(
                    "Redis is a cluster: set quarkus.redis.client-type=cluster (it answered " + answer + ")", cause);
        }
        if (answer.contains("WRONGTYPE")) {
            return new BackendException(
                    "a key is of another type than the layout wants: tidemark.redis.count-layout and "
                            + "tidemark.redis.ranking-layout must be what the data was written with, and nobody else "
                            + "may write to this database",
                    cause);
        }
        return new BackendException("Redis refused a command: " + answer, cause);
    }

    /** With what is at the root of it, such as why a certificate is not trusted. */
    private static String reason(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.equals(failure) ? message(failure) : message(failure) + " (" + message(root) + ")";
    }

    private static String message(Throwable failure) {
        String message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message;
    }
}
