package dev.tidemark;

/**
 * A change that would take a count out of 64 bits, or a score out of ±(2^53−1). The command was refused as a whole and
 * changed nothing.
 */
public final class NumberOverflowException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    private NumberOverflowException(String message) {
        super(message, null);
    }

    public static NumberOverflowException ofCount(String series) {
        return new NumberOverflowException(
                "the count of series '" + series + "' would leave 64 bits; nothing was changed");
    }

    public static NumberOverflowException ofScore(String table, String member) {
        return new NumberOverflowException("the score of '" + member + "' in table '" + table
                + "' would leave ±9007199254740991; nothing was changed");
    }
}
