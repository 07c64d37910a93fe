package dev.tidemark.spi;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The backend takes no backup, as it is configured or for the moment. The message says what to do instead. */
public final class BackupNotPossibleException extends BackendException {

    private static final long serialVersionUID = 1L;

    private final @Nullable Duration retryAfter;

    /** No retry helps before something else is configured. */
    public BackupNotPossibleException(String message) {
        this(message, null);
    }

    public BackupNotPossibleException(String message, @Nullable Duration retryAfter) {
        super(message, null);
        this.retryAfter = retryAfter;
    }

    /** When it is worth to retry; empty if only another configuration helps. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
