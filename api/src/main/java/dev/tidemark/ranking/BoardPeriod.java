package dev.tidemark.ranking;

import dev.tidemark.InvalidValueException;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a board's table covers: everything, a day, an ISO week (Monday to Sunday) or a month.
 *
 * @param start the first day; for {@link Unit#TOTAL} it has no meaning and is {@link LocalDate#EPOCH}
 */
public record BoardPeriod(Unit unit, LocalDate start) {

    public static final BoardPeriod TOTAL = new BoardPeriod(Unit.TOTAL, LocalDate.EPOCH);

    private static final Pattern WEEK = Pattern.compile("(\\d{4})-W(\\d{2})");

    private static final DateTimeFormatter WEEK_FORMAT = new DateTimeFormatterBuilder()
            .appendValue(IsoFields.WEEK_BASED_YEAR, 4, 10, SignStyle.EXCEEDS_PAD)
            .appendLiteral("-W")
            .appendValue(IsoFields.WEEK_OF_WEEK_BASED_YEAR, 2)
            .toFormatter(Locale.ROOT);

    /** The kinds of period and how long a table of that kind is kept after its last hit, once the period has begun. */
    public enum Unit {
        TOTAL(null),
        MONTH(null),
        WEEK(Duration.ofDays(366)),
        DAY(Duration.ofDays(90));

        private final @Nullable Duration retention;

        Unit(@Nullable Duration retention) {
            this.retention = retention;
        }

        /** Null keeps the table for ever. */
        public @Nullable Duration retention() {
            return retention;
        }
    }

    /** The period of that unit which {@code day} falls in. */
    public static BoardPeriod of(Unit unit, LocalDate day) {
        return switch (unit) {
            case TOTAL -> TOTAL;
            case MONTH -> new BoardPeriod(unit, day.withDayOfMonth(1));
            case WEEK -> new BoardPeriod(unit, day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)));
            case DAY -> new BoardPeriod(unit, day);
        };
    }

    /** Reads {@code total}, {@code 2026-11-15}, {@code 2026-W46} or {@code 2026-11}, of the years 1 to 9999. */
    public static BoardPeriod parse(String text) {
        try {
            BoardPeriod period = read(text);
            if (period.start.getYear() >= 1 && period.start.getYear() <= 9999) {
                return period;
            }
        } catch (DateTimeException e) {
            // Worded below, like a year that is out of range.
        }
        throw new InvalidValueException("period must be total, a day (2026-11-15), a week (2026-W46) or a month "
                + "(2026-11) of the years 1 to 9999, but is '" + text + "'");
    }

    private static BoardPeriod read(String text) {
        Matcher week = WEEK.matcher(text);
        if (text.equals("total")) {
            return TOTAL;
        } else if (week.matches()) {
            return ofWeek(Integer.parseInt(week.group(1)), Long.parseLong(week.group(2)));
        } else if (text.length() == 7) {
            return new BoardPeriod(Unit.MONTH, YearMonth.parse(text).atDay(1));
        }
        return new BoardPeriod(Unit.DAY, LocalDate.parse(text));
    }

    private static BoardPeriod ofWeek(int year, long week) {
        // 4 January is always in week 1; the range check is the calendar's own, so week 53 exists only where it does.
        LocalDate day = LocalDate.of(year, 1, 4);
        IsoFields.WEEK_OF_WEEK_BASED_YEAR.rangeRefinedBy(day).checkValidValue(week, IsoFields.WEEK_OF_WEEK_BASED_YEAR);
        return of(Unit.WEEK, day.plusWeeks(week - 1));
    }

    /** The day after the last; a board's total has no end. */
    public LocalDate end() {
        return switch (unit) {
            case TOTAL -> LocalDate.MAX;
            case MONTH -> start.plusMonths(1);
            case WEEK -> start.plusWeeks(1);
            case DAY -> start.plusDays(1);
        };
    }

    /** As {@link #parse} reads it, and as it stands in the table's name. */
    public String label() {
        return switch (unit) {
            case TOTAL -> "total";
            case MONTH -> "%04d-%02d".formatted(start.getYear(), start.get(ChronoField.MONTH_OF_YEAR));
            case WEEK -> WEEK_FORMAT.format(start);
            case DAY -> start.toString();
        };
    }
}
