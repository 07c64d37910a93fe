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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
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

    /** A hit that is written now, of a member that is named after the month. */
    private void hit(LocalDate day, long by) {
        BoardPeriod month = BoardPeriod.of(BoardPeriod.Unit.MONTH, day);
        get(boards.hit("game", month.label(), by, day.atTime(12, 0).atZone(zone).toInstant()));
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
        return sum(scores(first, last));
    }

    private Map<String, Long> scores(LocalDate first, LocalDate last) {
        // What was asked before may be 10 minutes old.
        kit.advance(Duration.ofMinutes(11));
        return get(boards.topBetween("game", first, last, 100)).entries().stream()
                .collect(Collectors.toMap(Ranked::member, Ranked::score));
    }

    private static long sum(Map<String, Long> scores) {
        return scores.values().stream().mapToLong(score -> score).sum();
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

    /** The tables that late hits began again were the newest ones, so they were taken for complete: 285 instead of 315. */
    @Test
    @DisplayName("days that expired and began again with late hits do not stand in for their month")
    void lateHitsOnTheNewestDays() {
        LocalDate first = LocalDate.parse("2024-12-30");
        LocalDate last = LocalDate.parse("2025-01-31");
        moveTo(LocalDate.parse("2025-02-01"), LocalTime.NOON);
        first.datesUntil(last.plusDays(1)).forEach(day -> hit(day, 10));
        moveTo(LocalDate.parse("2025-06-01"), LocalTime.NOON);
        assertThat(between(first, last)).isEqualTo(310);
        last.minusDays(4).datesUntil(last.plusDays(1)).forEach(day -> hit(day, 1));
        assertThat(between(first, last)).isEqualTo(315);
    }

    /** The week of that hit was the newest one, and by it all the others seemed to have expired: 280 instead of 350. */
    @Test
    @DisplayName("a hit in the far future does not make weeks seem to have expired")
    void hitInTheFarFuture() {
        LocalDate begin = LocalDate.parse("2025-12-01");
        begin.datesUntil(TODAY.plusDays(1)).forEach(day -> {
            moveTo(day, LocalTime.NOON);
            hit(day, 10);
        });
        LocalDate first = LocalDate.parse("2026-01-26");
        LocalDate last = LocalDate.parse("2026-03-01");
        assertThat(between(first, last)).isEqualTo(350);
        hit(LocalDate.parse("2030-01-01"), 1);
        assertThat(between(first, last)).isEqualTo(350);
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

    @Test
    @DisplayName("90 days are hours, so a day may expire an hour before midnight after the clocks went back")
    void expiresBeforeMidnight() {
        zone = ZoneId.of("America/New_York");
        boards = new Boards(backend.rankings(), zone, kit::now);
        LocalDate first = LocalDate.parse("2025-09-29");
        LocalDate last = LocalDate.parse("2025-10-31");
        for (LocalDate day = first; !day.isAfter(last); day = day.plusDays(1)) {
            moveTo(day, LocalTime.MIDNIGHT);
            hit(day, 1);
        }
        LocalDate expiry = last.minusDays(4).plusDays(89);
        moveTo(expiry, LocalTime.of(22, 30));
        assertThat(between(first, last)).isEqualTo(33);
        moveTo(expiry, LocalTime.of(23, 30));
        assertThat(scores(first, last)).isEqualTo(Map.of("2025-10", 31L));
    }

    @ParameterizedTest(name = "seed {0}, a hit on {1} of the days, {2} of them late or early, {3}")
    @CsvSource({
        "1, 1, 0, UTC",
        "2, 1, 0, Pacific/Auckland",
        "3, 1, 0, America/New_York",
        "4, 0.9, 0, UTC",
        "5, 0.5, 0, Asia/Tokyo",
        "6, 0.1, 0, UTC",
        "7, 1, 0.5, UTC",
        "8, 1, 0.1, America/New_York",
        "9, 0.5, 0.9, UTC",
        "10, 0.1, 0.5, Pacific/Auckland"
    })
    @DisplayName(
            "random ranges have no more than the hits, no less than the month tables, and all if that can be known")
    void randomRanges(long seed, double chance, double odd, String where) {
        zone = ZoneId.of(where);
        boards = new Boards(backend.rankings(), zone, kit::now);
        Random random = new Random(seed);
        LocalDate begin = LocalDate.parse("2025-01-02");
        for (LocalDate day = begin; !day.isAfter(TODAY); day = day.plusDays(1)) {
            moveTo(day, LocalTime.NOON);
            if (random.nextDouble() < chance) {
                hit(day, 1 + random.nextInt(9));
            }
            if (random.nextDouble() < odd) {
                // Late by more than all retentions at most, and early by as much.
                hit(day.plusDays(random.nextInt(1_000) - 500L), 1 + random.nextInt(9));
            }
            if (random.nextInt(30) == 0) {
                assertRandomRanges(random, day);
            }
        }
    }

    private void assertRandomRanges(Random random, LocalDate today) {
        for (int i = 0; i < 12; i++) {
            LocalDate first = today.plusDays(50 - random.nextInt(700));
            LocalDate last = first.plusDays(random.nextInt(random.nextBoolean() ? 70 : 500));
            assertNothingKeptIsLost(first, last);
        }
    }

    private void assertNothingKeptIsLost(LocalDate first, LocalDate last) {
        Map<String, Long> scores = scores(first, last);
        assertThat(sum(scores))
                .as("%s to %s on %s", first, last, kit.now())
                .isLessThanOrEqualTo(truth(first, last))
                .isGreaterThanOrEqualTo(monthsFirst(first, last));
        if (nothingExpired(first, last) || canBeCovered(first, last)) {
            assertThat(sum(scores))
                    .as("%s to %s on %s, all of it kept", first, last, kit.now())
                    .isEqualTo(truth(first, last));
        }
        BoardPeriod month =
                BoardPeriod.of(BoardPeriod.Unit.MONTH, first.plusMonths(1).minusDays(1));
        while (!month.end().isAfter(last.plusDays(1))) {
            assertThat(scores.getOrDefault(month.label(), 0L))
                    .as("%s from %s to %s on %s", month.label(), first, last, kit.now())
                    .isEqualTo(kept(month));
            month = BoardPeriod.of(BoardPeriod.Unit.MONTH, month.end());
        }
    }

    private long truth(LocalDate first, LocalDate last) {
        return hits.stream()
                .filter(hit -> !hit.day().isBefore(first) && !hit.day().isAfter(last))
                .mapToLong(Written::by)
                .sum();
    }

    /** What a table still has: everything since it last began. The retention begins no sooner than the period. */
    private long kept(BoardPeriod period) {
        Duration retention = period.unit().retention();
        Instant start = period.start().atStartOfDay(zone).toInstant();
        long sum = 0;
        Instant until = Instant.MIN;
        for (Written hit : hits) {
            if (BoardPeriod.of(period.unit(), hit.day()).equals(period)) {
                sum = retention == null || hit.at().isBefore(until) ? sum + hit.by() : hit.by();
                until = retention == null ? Instant.MAX : later(hit.at(), start).plus(retention);
            }
        }
        return kit.now().isBefore(until) ? sum : 0;
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }

    private boolean nothingExpired(LocalDate first, LocalDate last) {
        return first.datesUntil(last.plusDays(1))
                .map(day -> BoardPeriod.of(BoardPeriod.Unit.DAY, day))
                .allMatch(day -> kept(day) == truth(day.start(), day.start()));
    }

    /** Whether a table cannot have expired yet, whatever was written to it and when. */
    private boolean isComplete(BoardPeriod period) {
        Duration retention = period.unit().retention();
        return retention == null
                || kit.now()
                        .isBefore(period.start().atStartOfDay(zone).toInstant().plus(retention));
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

    /** Whether periods that are known to be complete, and do not overlap, make up the days. */
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
