package dev.tidemark;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them in settings. */
public final class Durations {

    private static final Pattern SIMPLE = Pattern.compile("(\\d{1,12})\\s*(ms|s|m|h|d)?");

    private Durations() {}

    /** Reads {@code 500ms}, {@code 10s}, {@code 5m}, {@code 2h}, {@code 7d}, a plain number of seconds, or ISO-8601. */
    public static Duration parse(String text) {
        Matcher simple = SIMPLE.matcher(text.strip());
        try {
            if (!simple.matches()) {
                return Duration.parse(text.strip());
            }
            long amount = Long.parseLong(simple.group(1));
            String unit = simple.group(2) == null ? "s" : simple.group(2);
            return switch (unit) {
                case "ms" -> Duration.ofMillis(amount);
                case "m" -> Duration.ofMinutes(amount);
                case "h" -> Duration.ofHours(amount);
                case "d" -> Duration.ofDays(amount);
                default -> Duration.ofSeconds(amount);
            };
        } catch (DateTimeParseException | ArithmeticException e) {
            throw new InvalidValueException(
                    "'" + text + "' is not a duration: write it like 500ms, 10s, 5m, 2h, 7d or PT1H30M");
        }
    }
}
