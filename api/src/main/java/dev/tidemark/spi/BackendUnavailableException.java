package dev.tidemark.spi;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The backend is away for the moment. A write that failed so may or may not have been applied. */
public final class BackendUnavailableException extends BackendException {

    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    public BackendUnavailableException(String message, Duration retryAfter, @Nullable Throwable cause) {
        super(message, cause);
        this.retryAfter = retryAfter;
    }

    /** When it is worth to try again. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
