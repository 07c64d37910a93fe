package dev.tidemark.service.problem;

/** A request with more in it than the limits allow. */
public final class TooLarge extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public TooLarge(String detail) {
        super(detail);
    }

    /** Words the refusal of the {@code limit}th and one more {@code what}; the property is how to allow more. */
    public static TooLarge moreThan(int limit, String what, String property) {
        return new TooLarge(
                "a request may hold at most " + limit + " " + what + " (" + property + "): send it in parts");
    }

    /** The problem of a request that is too large. */
    public static Problem problem(String detail) {
        return Problem.of(413, "Too large", detail);
    }
}
