package dev.tidemark.service.json;

import dev.tidemark.InvalidValueException;
import dev.tidemark.Times;
import dev.tidemark.service.problem.Excerpt;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.regex.Pattern;

/** Times as a request writes them: a number of epoch seconds, or ISO-8601. */
public final class RequestTime {

    /** So few digits of exponent that no number takes long to work with. */
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,20}(\\.\\d{1,20})?([eE][+-]?\\d{1,2})?");

    private RequestTime() {}

    public static Instant parse(String what, String text) {
        if (NUMBER.matcher(text).matches()) {
            return Times.require(what, ofSeconds(what, new BigDecimal(text)));
        }
        return Times.require(what, ofIso(what, text));
    }

    /** A day: as such, or any time that falls in it. */
    public static LocalDate parseDay(String what, String text, ZoneId zone) {
        try {
            return LocalDate.ofInstant(
                    Times.require(what, LocalDate.parse(text).atStartOfDay(zone).toInstant()), zone);
        } catch (DateTimeException e) {
            return LocalDate.ofInstant(parse(what, text), zone);
        }
    }

    private static Instant ofSeconds(String what, BigDecimal seconds) {
        if (seconds.abs().compareTo(BigDecimal.valueOf(1_000_000_000_000L)) > 0) {
            throw new InvalidValueException(what + " must be within the years 1 to 9999, but is " + seconds
                    + " (numbers are seconds, not milliseconds)");
        }
        return Instant.ofEpochMilli(
                seconds.movePointRight(3).setScale(0, RoundingMode.FLOOR).longValueExact());
    }

    private static Instant ofIso(String what, String text) {
        try {
            // A '+' that was not escaped in a query arrives as a space.
            String iso = text.replace(' ', '+');
            return iso.length() == 10
                    ? LocalDate.parse(iso).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : OffsetDateTime.parse(iso).toInstant();
        } catch (DateTimeException e) {
            throw new InvalidValueException(what + " must be epoch seconds or ISO-8601 with an offset, such as "
                    + "1763164800 or 2025-11-15T00:00:00Z, but is '" + Excerpt.of(text) + "'");
        }
    }
}
