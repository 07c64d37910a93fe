package dev.tidemark.ranking;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Covers some days by periods of a board: each day by exactly one period, and no period with a day outside, so that the
 * scores of the periods add up to those of the days.
 *
 * <p>Tables expire: those of days first, those of weeks later, those of months never. A month has everything that its weeks
 * and days have, and a week everything that its days have. So the whole months among the days are taken from their own
 * tables, then the whole weeks between them and the ends, then single days:
 *
 * <pre>
 *   days       Jan 15 …                            … Mar 10
 *   periods    15 16 17 18 │ W04 │ 26 … 31 │  February  │ 1 │ W10 │ 9 10
 * </pre>
 *
 * <p>Where the tables of the days from the 26th to the 31st may have expired, week 5 may still have them, but it reaches
 * into February. It is taken if that loses nothing of February: if all of it can be covered by tables that are known to be
 * complete. So the result never has less of a month than the month's own table.
 *
 * <p>The cover is found by dynamic programming from the last day to the first, in O(days). It minimises the days that may
 * have been lost, then the days of whole months that other tables stand in for, then the number of tables.
 */
final class BoardCover {

    private static final long IMPOSSIBLE = Long.MAX_VALUE;

    /** A day of a whole month that another table stands in for: weighs more than all tables together. */
    private static final long REPLACED_DAY = 1L << 24;

    /** Weighs more than all replaced days together. At most 60 are lost, because none of a whole month is. */
    private static final long LOST_DAY = 1L << 48;

    private final LocalDate first;
    private final LocalDate end;
    private final LocalDate monthsStart;
    private final LocalDate monthsEnd;

    /** Covers the days from {@code first} to {@code last}, both included. */
    BoardCover(LocalDate first, LocalDate last) {
        this.first = first;
        end = last.plusDays(1);
        LocalDate start =
                BoardPeriod.of(BoardPeriod.Unit.MONTH, first.plusDays(-1)).end();
        LocalDate until = end.withDayOfMonth(1);
        boolean hasMonths = start.isBefore(until);
        monthsStart = hasMonths ? start : end;
        monthsEnd = hasMonths ? until : end;
    }

    private static BoardPeriod week(LocalDate day) {
        return BoardPeriod.of(BoardPeriod.Unit.WEEK, day);
    }

    private boolean fits(BoardPeriod period) {
        return !period.start().isBefore(first) && !period.end().isAfter(end);
    }

    /**
     * The periods in order of time.
     *
     * @param complete whether the table of a period is known to have everything that was ever added to it
     */
    List<BoardPeriod> periods(Predicate<BoardPeriod> complete) {
        int days = Math.toIntExact(first.until(end, ChronoUnit.DAYS));
        long[] costs = new long[days + 1];
        BoardPeriod[] chosen = new BoardPeriod[days];
        LocalDate day = end;
        for (int i = days - 1; i >= 0; i--) {
            day = day.minusDays(1);
            costs[i] = IMPOSSIBLE;
            for (BoardPeriod period : starting(day)) {
                int length = (int) period.start().until(period.end(), ChronoUnit.DAYS);
                long cost = cost(period, length, complete.test(period));
                long rest = costs[i + length];
                if (cost != IMPOSSIBLE && rest != IMPOSSIBLE && cost + rest < costs[i]) {
                    costs[i] = cost + rest;
                    chosen[i] = period;
                }
            }
        }
        return follow(chosen);
    }

    private static List<BoardPeriod> follow(@Nullable BoardPeriod[] chosen) {
        List<BoardPeriod> periods = new ArrayList<>();
        int i = 0;
        while (i < chosen.length) {
            BoardPeriod period = chosen[i];
            if (period == null) {
                throw new IllegalStateException("no period begins at day " + i + ", though days and months always do");
            }
            periods.add(period);
            i += (int) period.start().until(period.end(), ChronoUnit.DAYS);
        }
        return periods;
    }

    /** The periods that begin on a day and lie within the days, the widest first. */
    private List<BoardPeriod> starting(LocalDate day) {
        List<BoardPeriod> periods = new ArrayList<>(3);
        BoardPeriod month = BoardPeriod.of(BoardPeriod.Unit.MONTH, day);
        if (day.getDayOfMonth() == 1 && fits(month)) {
            periods.add(month);
        }
        if (day.getDayOfWeek() == DayOfWeek.MONDAY && fits(week(day))) {
            periods.add(week(day));
        }
        periods.add(BoardPeriod.of(BoardPeriod.Unit.DAY, day));
        return periods;
    }

    private long cost(BoardPeriod period, int days, boolean complete) {
        if (period.unit() == BoardPeriod.Unit.MONTH) {
            return 1;
        }
        long replaced = daysOfWholeMonths(period);
        if (complete) {
            return 1 + replaced * REPLACED_DAY;
        }
        return replaced > 0 ? IMPOSSIBLE : 1 + days * LOST_DAY;
    }

    private long daysOfWholeMonths(BoardPeriod period) {
        LocalDate from = period.start().isBefore(monthsStart) ? monthsStart : period.start();
        LocalDate until = period.end().isAfter(monthsEnd) ? monthsEnd : period.end();
        return Math.max(0, from.until(until, ChronoUnit.DAYS));
    }
}
