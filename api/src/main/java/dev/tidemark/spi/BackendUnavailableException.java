package dev.tidemark.spi;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The backend is unavailable for the moment. {@link #applied} tells what became of a write that failed so. */
public final class BackendUnavailableException extends BackendException {

    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;
    private final Applied applied;

    /** A failure that leaves open whether a write was applied. */
    public BackendUnavailableException(String message, Duration retryAfter, @Nullable Throwable cause) {
        this(message, retryAfter, Applied.UNKNOWN, cause);
    }

    public BackendUnavailableException(
            String message, Duration retryAfter, Applied applied, @Nullable Throwable cause) {
        super(message, cause);
        this.retryAfter = retryAfter;
        this.applied = applied;
    }

    /** When it is worth to retry. */
    public Duration retryAfter() {
        return retryAfter;
    }

    /** Whether a write that failed with this may have been applied. */
    public Applied applied() {
        return applied;
    }
}
