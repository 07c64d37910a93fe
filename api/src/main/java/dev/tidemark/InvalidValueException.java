package dev.tidemark;

/** A value that is never right, whatever the store holds. Nothing was changed; sending it again fails again. */
public final class InvalidValueException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public InvalidValueException(String message) {
        super(message, null);
    }

    /** Words the most common refusal once: {@code limit must be 1 to 1000, but is 1001}. */
    public static long requireBetween(String what, long value, long min, long max) {
        if (value < min || value > max) {
            throw new InvalidValueException(what + " must be " + min + " to " + max + ", but is " + value);
        }
        return value;
    }
}
