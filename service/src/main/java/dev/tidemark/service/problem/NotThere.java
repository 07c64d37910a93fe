package dev.tidemark.service.problem;

/** Something that was asked for by name and does not exist. */
public final class NotThere extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NotThere(String detail) {
        super(detail);
    }
}
