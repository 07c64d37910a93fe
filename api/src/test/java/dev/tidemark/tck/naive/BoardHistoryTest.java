package dev.tidemark.tck.naive;

import static dev.tidemark.tck.Stages.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranking.BoardPeriod;
import dev.tidemark.ranking.Boards;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.spi.Backend;
import dev.tidemark.tck.TckBackend;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.PrecisionRules;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@link Boards#topBetween} over years, while tables expire: a day's after 90 days, a week's after 366, a month's never.
 *
 * <p>It used to walk from the first day on and to take the widest period that begins there. A week that crosses the first of
 * a month took it off the month tables and onto week tables that had expired: of one hit a day from 2025-01-02 to 2026-11-15
 * it counted 441 of 683, although the months had 653.
 */
class BoardHistoryTest {

    private static final LocalDate TODAY = LocalDate.parse("2026-11-15");

    private final TckBackend kit = NaiveBackend.tck();
    private final Backend backend = kit.open(Granularity.DEFAULTS, new PrecisionRules(Precision.EXACT, Map.of()), null);
    private ZoneId zone = ZoneId.of("UTC");
    private Boards boards = new Boards(backend.rankings(), zone, kit::now);

    /** Every hit: when it was written, and for which day. */
    private record Written(Instant at, LocalDate day, long by) {}

    private final List<Written> hits = new ArrayList<>();

    @AfterEach
    void close() {
        backend.close();
        kit.close();
    }

    private void moveTo(LocalDate day, LocalTime time) {
        kit.advance(Duration.between(kit.now(), day.atTime(time).atZone(zone).toInstant()));
    }

    /** A hit that is written now. */
    private void hit(LocalDate day, long by) {
        get(boards.hit("game", "a", by, day.atTime(12, 0).atZone(zone).toInstant()));
        hits.add(new Written(kit.now(), day, by));
    }

    private void hitEveryDay(LocalDate first, LocalDate last, Random random, double chance) {
        for (LocalDate day = first; !day.isAfter(last); day = day.plusDays(1)) {
            moveTo(day, LocalTime.NOON);
            if (random.nextDouble() < chance) {
                hit(day, 1 + random.nextInt(9));
            }
        }
    }

    private long between(LocalDate first, LocalDate last) {
        // What was asked before may be 10 minutes old.
        kit.advance(Duration.ofMinutes(11));
        return get(boards.topBetween("game", first, last, 5)).entries().stream()
                .mapToLong(Ranked::score)
                .sum();
    }

    @Test
    @DisplayName("of one hit a day over 683 days all are counted that a month, a week or a day still has")
    void oneHitADay() {
        LocalDate first = LocalDate.parse("2025-01-02");
        for (LocalDate day = first; !day.isAfter(TODAY); day = day.plusDays(1)) {
            moveTo(day, LocalTime.NOON);
            hit(day, 1);
        }
        assertThat(hits).hasSize(683);
        // January 2025 has a day outside, and the tables of its days and weeks have expired.
        assertThat(between(first, TODAY)).isEqualTo(683 - 30);
        assertThat(between(first.minusDays(1), TODAY)).isEqualTo(683);
        assertThat(between(LocalDate.parse("2025-02-01"), TODAY)).isEqualTo(683 - 30);
    }

    @ParameterizedTest(name = "{0} to {1}: {2} of the days")
    @CsvSource({
        // Weeks that reach into whole months, which end on a Sunday: nothing is lost.
        "2026-01-19, 2026-05-31, 133",
        "2026-01-19, 2026-11-15, 301",
        // The same up to a Sunday, then a month.
        "2025-12-15, 2026-06-30, 198",
        // June 29 and 30 are in a week only; the days at the end of October still have their own tables.
        "2026-06-29, 2026-10-31, 125",
        // Week 5 would lose the days from February 23 on, so the 26th to the 31st of January are lost instead.
        "2026-01-19, 2026-02-28, 35",
        // No whole month: weeks, and days that have expired.
        "2026-01-19, 2026-02-24, 35",
        "2025-12-29, 2026-01-04, 7"
    })
    @DisplayName("weeks are taken where they have what the days no longer have, and lose nothing of a month")
    void weeksIntoMonths(LocalDate first, LocalDate last, long expected) {
        for (LocalDate day = LocalDate.parse("2025-10-01"); !day.isAfter(TODAY); day = day.plusDays(1)) {
            moveTo(day, LocalTime.NOON);
            hit(day, 1);
        }
        assertThat(between(first, last)).isEqualTo(expected);
    }

    @Test
    @DisplayName("a week that expired and began again with a late hit does not stand in for its month")
    void lateHit() {
        hitEveryDay(LocalDate.parse("2025-03-01"), LocalDate.parse("2025-08-31"), new Random(1), 1);
        moveTo(LocalDate.parse("2026-10-01"), LocalTime.NOON);
        hit(LocalDate.parse("2025-04-30"), 1);
        hit(LocalDate.parse("2026-10-01"), 1);
        assertNothingKeptIsLost(LocalDate.parse("2025-04-28"), LocalDate.parse("2025-08-31"));
        assertNothingKeptIsLost(LocalDate.parse("2025-03-15"), LocalDate.parse("2025-06-01"));
    }

    @Test
    @DisplayName("tables of hits for the future are kept as long as those of hits that come in time")
    void hitAheadOfTime() {
        LocalDate day = LocalDate.parse("2026-11-01");
        moveTo(LocalDate.parse("2025-01-01"), LocalTime.NOON);
        hit(day, 1);
        moveTo(day.plusDays(89), LocalTime.of(23, 0));
        assertThat(between(day, day)).isEqualTo(1);
        moveTo(day.plusDays(90), LocalTime.MIDNIGHT);
        assertThat(between(day, day)).isZero();
        // The week has begun on October 26.
        moveTo(day.plusDays(359), LocalTime.of(23, 0));
        assertThat(between(day.minusDays(6), day)).isEqualTo(1);
        moveTo(day.plusDays(360), LocalTime.MIDNIGHT);
        assertThat(between(day.minusDays(6), day)).isZero();
    }

    @ParameterizedTest(name = "seed {0}, a hit on {1} of the days, {2}")
    @CsvSource({
        "1, 1, UTC",
        "2, 1, Pacific/Auckland",
        "3, 1, America/New_York",
        "4, 0.9, UTC",
        "5, 0.5, Asia/Tokyo",
        "6, 0.1, UTC"
    })
    @DisplayName(
            "random ranges have no less than the month tables, no more than the hits, and all if tables that cover it do")
    void randomRanges(long seed, double chance, String where) {
        zone = ZoneId.of(where);
        boards = new Boards(backend.rankings(), zone, kit::now);
        Random random = new Random(seed);
        LocalDate begin = LocalDate.parse("2025-01-02");
        hitEveryDay(begin, TODAY, random, chance);
        for (int i = 0; i < 300; i++) {
            LocalDate first = begin.plusDays(random.nextInt(680) - 5L);
            LocalDate last = first.plusDays(random.nextInt(1 + (int) first.until(TODAY.plusDays(5), ChronoUnit.DAYS)));
            assertNothingKeptIsLost(first, last);
            if (chance == 1 && canBeCovered(first, last)) {
                assertThat(between(first, last))
                        .as("%s to %s, which complete tables cover", first, last)
                        .isEqualTo(truth(first, last));
            }
        }
    }

    private void assertNothingKeptIsLost(LocalDate first, LocalDate last) {
        assertThat(between(first, last))
                .as("%s to %s", first, last)
                .isLessThanOrEqualTo(truth(first, last))
                .isGreaterThanOrEqualTo(monthsFirst(first, last));
    }

    private long truth(LocalDate first, LocalDate last) {
        return hits.stream()
                .filter(hit -> !hit.day().isBefore(first) && !hit.day().isAfter(last))
                .mapToLong(Written::by)
                .sum();
    }

    /** What a table still has: everything since it last began. */
    private long kept(BoardPeriod period) {
        Duration retention = period.unit().retention();
        long sum = 0;
        Instant until = Instant.MIN;
        for (Written hit : hits) {
            if (BoardPeriod.of(period.unit(), hit.day()).equals(period)) {
                sum = retention == null || hit.at().isBefore(until) ? sum + hit.by() : hit.by();
                until = retention == null ? Instant.MAX : hit.at().plus(retention);
            }
        }
        return kit.now().isBefore(until) ? sum : 0;
    }

    private boolean isComplete(BoardPeriod period) {
        return kept(period) == truth(period.start(), period.end().minusDays(1));
    }

    /** The whole months, the whole weeks between those and the ends, and days. */
    private long monthsFirst(LocalDate first, LocalDate last) {
        long sum = 0;
        LocalDate day = first;
        while (!day.isAfter(last)) {
            BoardPeriod month = BoardPeriod.of(BoardPeriod.Unit.MONTH, day);
            BoardPeriod week = BoardPeriod.of(BoardPeriod.Unit.WEEK, day);
            LocalDate nextMonth = month.end();
            boolean nextIsWhole = !nextMonth.plusMonths(1).minusDays(1).isAfter(last);
            BoardPeriod taken;
            if (month.start().equals(day) && !month.end().minusDays(1).isAfter(last)) {
                taken = month;
            } else if (week.start().equals(day)
                    && !week.end().minusDays(1).isAfter(last)
                    && !(nextIsWhole && week.end().isAfter(nextMonth))) {
                taken = week;
            } else {
                taken = BoardPeriod.of(BoardPeriod.Unit.DAY, day);
            }
            sum += kept(taken);
            day = taken.end();
        }
        return sum;
    }

    /** Whether periods that are complete, and do not overlap, make up the days. */
    private boolean canBeCovered(LocalDate first, LocalDate last) {
        Map<LocalDate, Boolean> from = new HashMap<>();
        from.put(last.plusDays(1), true);
        for (LocalDate day = last; !day.isBefore(first); day = day.minusDays(1)) {
            boolean can = false;
            for (BoardPeriod.Unit unit : List.of(BoardPeriod.Unit.MONTH, BoardPeriod.Unit.WEEK, BoardPeriod.Unit.DAY)) {
                BoardPeriod period = BoardPeriod.of(unit, day);
                can |= period.start().equals(day) && from.getOrDefault(period.end(), false) && isComplete(period);
            }
            from.put(day, can);
        }
        return from.getOrDefault(first, false);
    }
}
