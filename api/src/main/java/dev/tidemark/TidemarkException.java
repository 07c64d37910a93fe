package dev.tidemark;

import org.jspecify.annotations.Nullable;

/** The root of everything that Tidemark throws or fails a stage with. Its message is fit to be shown to a user. */
public abstract class TidemarkException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    protected TidemarkException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
