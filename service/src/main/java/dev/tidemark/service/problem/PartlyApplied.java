package dev.tidemark.service.problem;

import org.jspecify.annotations.Nullable;

/** A failure after other parts of the same request were carried out. The cause is what the problem is about. */
public final class PartlyApplied extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public PartlyApplied(@Nullable Throwable cause) {
        super(cause);
    }
}
