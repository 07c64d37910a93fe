package dev.tidemark;

import java.time.Instant;

/** The rule for times: millisecond precision, years 1 to 9999. */
public final class Times {

    public static final Instant MIN = Instant.parse("0001-01-01T00:00:00Z");
    public static final Instant MAX = Instant.parse("9999-12-31T23:59:59.999Z");

    private Times() {}

    /** Answers {@code time}, rounded down to its millisecond, if it is within {@link #MIN} and {@link #MAX}. */
    public static Instant require(String what, Instant time) {
        if (time.getEpochSecond() < MIN.getEpochSecond() || time.getEpochSecond() > MAX.getEpochSecond()) {
            throw new InvalidValueException(what + " must be within the years 1 to 9999, but is " + time);
        }
        return time.getNano() % 1_000_000 == 0 ? time : Instant.ofEpochMilli(time.toEpochMilli());
    }
}
