package dev.tidemark.tck;

import static dev.tidemark.ranking.Order.DESC;
import static dev.tidemark.ranking.RankingStore.MAX_SCORE;
import static dev.tidemark.tck.Stages.assertFails;
import static dev.tidemark.tck.Stages.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.InvalidValueException;
import dev.tidemark.NumberOverflowException;
import dev.tidemark.ranking.BoardPeriod;
import dev.tidemark.ranking.Boards;
import dev.tidemark.ranking.DayStat;
import dev.tidemark.ranking.Hit;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Boards over a real store. */
abstract class BoardsTck extends RankingGroup {

    private static final Instant SUNDAY = Instant.parse("2026-11-15T12:00:00Z");

    private Boards boards;

    BoardsTck(Supplier<TckBackend> kits) {
        super(kits);
    }

    @BeforeEach
    void openBoards() {
        boards = new Boards(rankings(), ZoneOffset.UTC, kit()::now);
    }

    private static Instant noon(LocalDate day) {
        return day.atTime(12, 0).toInstant(ZoneOffset.UTC);
    }

    private void hit(String member, long by, String day) {
        get(boards.hit("game", member, by, noon(LocalDate.parse(day))));
    }

    private List<Ranked> top(String period, int n) {
        return get(boards.top("game", BoardPeriod.parse(period), n)).entries();
    }

    @Test
    @DisplayName("a hit adds to the total, its month, its week and its day")
    void tablesOfAHit() {
        get(boards.hit("game", "hugo", 3, SUNDAY));
        assertThat(tables()).containsExactly("game@2026-11", "game@2026-11-15", "game@2026-W46", "game@total");
        assertThat(tables())
                .allSatisfy(table -> assertThat(all(table, DESC).entries()).containsExactly(new Ranked(1, "hugo", 3)));
    }

    @ParameterizedTest(name = "{0} is in {1}")
    @CsvSource({
        "2027-01-01, 2026-W53",
        "2027-01-03, 2026-W53",
        "2027-01-04, 2027-W01",
        "2024-12-30, 2025-W01",
        "2026-01-01, 2026-W01",
        "2021-01-01, 2020-W53",
        "2023-01-01, 2022-W52"
    })
    @DisplayName("a week at the turn of the year is of the year that has most of it")
    void weeksAtTheTurnOfTheYear(String day, String week) {
        hit("hugo", 1, day);
        assertThat(top(week, 5)).containsExactly(new Ranked(1, "hugo", 1));
        assertThat(tables()).contains("game@" + week);
    }

    @Test
    @DisplayName("days begin and end as they do in the zone")
    void zone() {
        Boards tokyo = new Boards(rankings(), ZoneId.of("Asia/Tokyo"), kit()::now);
        get(tokyo.hit("game", "hugo", 1, Instant.parse("2026-12-31T14:59:59.999Z")));
        get(tokyo.hit("game", "kc", 1, Instant.parse("2026-12-31T15:00:00Z")));
        assertThat(top("2026-12-31", 5)).containsExactly(new Ranked(1, "hugo", 1));
        assertThat(top("2027-01-01", 5)).containsExactly(new Ranked(1, "kc", 1));
        assertThat(top("2027-01", 5)).containsExactly(new Ranked(1, "kc", 1));
        assertThat(top("2026-W53", 5)).hasSize(2);
    }

    @Test
    @DisplayName("the top of each period is of its own hits")
    void topByPeriod() {
        hit("a", 5, "2026-11-15");
        hit("b", 4, "2026-11-14");
        hit("b", 4, "2026-11-15");
        hit("c", 20, "2026-11-01");
        hit("d", 50, "2026-10-31");
        assertThat(top("2026-11-15", 1)).containsExactly(new Ranked(1, "a", 5));
        assertThat(top("2026-11-15", 9)).containsExactly(new Ranked(1, "a", 5), new Ranked(2, "b", 4));
        assertThat(top("2026-W46", 9)).containsExactly(new Ranked(1, "b", 8), new Ranked(2, "a", 5));
        assertThat(top("2026-11", 2)).containsExactly(new Ranked(1, "c", 20), new Ranked(2, "b", 8));
        assertThat(top("total", 9)).extracting(Ranked::member).containsExactly("d", "c", "b", "a");
        assertThat(top("2025-11", 9)).isEmpty();
    }

    @Test
    @DisplayName("a batch of hits adds up, over days and members")
    void batch() {
        get(boards.hit(
                "game",
                List.of(
                        new Hit("a", 1, SUNDAY),
                        new Hit("b", 10, SUNDAY.minusSeconds(86_400)),
                        new Hit("a", 2, SUNDAY),
                        new Hit("a", -5, SUNDAY.plusSeconds(86_400)))));
        assertThat(top("2026-11-15", 9)).containsExactly(new Ranked(1, "a", 3));
        assertThat(top("2026-W46", 9)).containsExactly(new Ranked(1, "b", 10), new Ranked(2, "a", 3));
        assertThat(top("total", 9)).containsExactly(new Ranked(1, "b", 10), new Ranked(2, "a", -2));
        get(boards.hit("game", List.of()));
        assertThat(top("total", 9)).hasSize(2);
    }

    @ParameterizedTest(name = "{0} to {1}")
    @CsvSource({
        "2026-10-20, 2026-12-10",
        "2026-11-01, 2026-11-30",
        "2026-11-02, 2026-11-15",
        "2026-11-15, 2026-11-15",
        "2026-10-31, 2026-11-01",
        "2026-10-01, 2026-12-31",
        "2026-11-04, 2026-11-19"
    })
    @DisplayName("the top between two days is the sum of the days, both included")
    void topBetween(LocalDate first, LocalDate last) {
        Map<String, Long> expected = new HashMap<>();
        List<Hit> hits = new ArrayList<>();
        LocalDate day = LocalDate.parse("2026-10-01");
        for (int i = 0; i < 92; i++, day = day.plusDays(1)) {
            String member = "m" + i % 5;
            hits.add(new Hit(member, (long) i * i, noon(day)));
            if (!day.isBefore(first) && !day.isAfter(last)) {
                expected.merge(member, (long) i * i, Long::sum);
            }
        }
        get(boards.hit("game", hits));
        RankPage page = get(boards.topBetween("game", first, last, 10));
        Map<String, Long> found = new HashMap<>();
        page.entries().forEach(entry -> found.put(entry.member(), entry.score()));
        assertThat(found).isEqualTo(expected);
        assertThat(page.entries()).isSortedAccordingTo((a, b) -> Long.compare(b.score(), a.score()));
        assertThat(page.total()).isEqualTo(expected.size());
    }

    @Test
    @DisplayName("the stats of a member have every day, 0 and no rank where it was not there")
    void stats() {
        hit("a", 5, "2026-11-13");
        hit("b", 9, "2026-11-13");
        hit("b", 1, "2026-11-14");
        hit("a", 2, "2026-11-15");
        LocalDate first = LocalDate.parse("2026-11-12");
        assertThat(get(boards.stats("game", "a", first, first.plusDays(4))))
                .containsExactly(
                        new DayStat(first, 0, null),
                        new DayStat(first.plusDays(1), 5, 2L),
                        new DayStat(first.plusDays(2), 0, null),
                        new DayStat(first.plusDays(3), 2, 1L),
                        new DayStat(first.plusDays(4), 0, null));
    }

    @Test
    @DisplayName("a hit that overflows changes nothing at all")
    void overflow() {
        hit("a", MAX_SCORE, "2026-11-15");
        hit("b", 1, "2026-11-15");
        List<Hit> hits = List.of(new Hit("b", 1, SUNDAY), new Hit("a", 1, SUNDAY.plusSeconds(86_400)));
        assertFails(boards.hit("game", hits), NumberOverflowException.class);
        assertThat(tables()).hasSize(4);
        for (String table : tables()) {
            assertThat(all(table, DESC).entries())
                    .containsExactly(new Ranked(1, "a", MAX_SCORE), new Ranked(2, "b", 1));
        }
    }

    /** Total, week and month used to be changed before the day was refused, with "nothing was changed". */
    @ParameterizedTest
    @ValueSource(strings = {"2026-11-15", "2026-W46", "2026-11", "total"})
    @DisplayName("a hit that overflows in only one of its tables leaves the others as they were")
    void overflowInOneTable(String period) {
        hit("a", 1, "2026-11-15");
        hit("a", 1, "2026-11-10");
        set("game@" + period, Map.of("a", MAX_SCORE));
        Map<String, RankPage> before = new HashMap<>();
        tables().forEach(table -> before.put(table, all(table, DESC)));
        List<Hit> hits = List.of(new Hit("b", 1, SUNDAY.minusSeconds(40 * 86_400)), new Hit("a", 1, SUNDAY));
        assertFails(boards.hit("game", hits), NumberOverflowException.class);
        assertThat(tables()).containsExactlyInAnyOrderElementsOf(before.keySet());
        before.forEach((table, page) -> assertThat(all(table, DESC)).isEqualTo(page));
    }

    @Test
    @DisplayName("hits are checked by their sum for a member and table")
    void checkedBySum() {
        get(boards.hit(
                "game", List.of(new Hit("a", MAX_SCORE, SUNDAY), new Hit("a", 5, SUNDAY), new Hit("a", -6, SUNDAY))));
        assertThat(top("2026-11-15", 1)).containsExactly(new Ranked(1, "a", MAX_SCORE - 1));
        List<Hit> tooMany = List.of(new Hit("b", MAX_SCORE, SUNDAY), new Hit("b", 1, SUNDAY));
        assertFails(boards.hit("game", tooMany), NumberOverflowException.class);
        assertThat(top("total", 9)).hasSize(1);
    }

    /** It took 4.6 s, because each day, week and month was a step of its own. */
    @Test
    @DisplayName("1,000 hits over 1,000 days are one step")
    void manyDays() {
        List<Hit> hits = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            hits.add(new Hit("m" + i % 7, 1, SUNDAY.minusSeconds(i * 86_400L)));
        }
        get(boards.hit("game", hits));
        assertThat(top("total", 9)).hasSize(7).first().isEqualTo(new Ranked(1, "m5", 143));
        assertThat(top("2026-10", 9).stream().mapToLong(Ranked::score).sum()).isEqualTo(31);
        assertThat(top("2024-W10", 9).stream().mapToLong(Ranked::score).sum()).isEqualTo(7);
        hits.set(0, new Hit("m5", MAX_SCORE - 100, SUNDAY));
        assertFails(boards.hit("game", hits), NumberOverflowException.class);
        assertThat(top("total", 9).stream().mapToLong(Ranked::score).sum()).isEqualTo(1_000);
        assertThat(top("2024-W10", 9).stream().mapToLong(Ranked::score).sum()).isEqualTo(7);
    }

    @Test
    @DisplayName("the hits of 8 threads add up in every table")
    void concurrentHits() throws Exception {
        Together.run(thread -> {
            for (int i = 0; i < 20; i++) {
                get(boards.hit(
                        "game",
                        List.of(new Hit("all", 1, SUNDAY), new Hit("m" + thread, 2, SUNDAY.minusSeconds(86_400)))));
            }
            return thread;
        });
        assertThat(top("total", 20)).hasSize(9).first().isEqualTo(new Ranked(1, "all", 160));
        assertThat(top("2026-W46", 20)).isEqualTo(top("total", 20));
        assertThat(top("2026-11", 20)).isEqualTo(top("total", 20));
        assertThat(top("2026-11-14", 20))
                .hasSize(8)
                .allSatisfy(entry -> assertThat(entry.score()).isEqualTo(40));
        assertThat(top("2026-11-15", 20)).containsExactly(new Ranked(1, "all", 160));
    }

    @ParameterizedTest
    @ValueSource(strings = {"game:{1}", "}{", "a@b", "\uD83D\uDE00", " "})
    @DisplayName("a board may have any name")
    void names(String board) {
        get(boards.hit(board, "a", 1, SUNDAY));
        assertThat(get(boards.top(board, BoardPeriod.parse("2026-W46"), 5)).entries())
                .containsExactly(new Ranked(1, "a", 1));
        LocalDate day = LocalDate.parse("2026-11-15");
        assertThat(get(boards.topBetween(board, day.minusDays(14), day, 5)).entries())
                .containsExactly(new Ranked(1, "a", 1));
    }

    @Test
    @DisplayName("a hit that the zone takes out of the years 1 to 9999 is refused, and changes nothing")
    void outOfTheCalendar() {
        Boards east = new Boards(rankings(), ZoneId.of("Pacific/Auckland"), kit()::now);
        Instant end = Instant.parse("9999-12-31T23:00:00Z");
        assertThatThrownBy(() -> east.hit("b", "a", 1, end)).isInstanceOf(InvalidValueException.class);
        assertThat(tables()).isEmpty();
    }

    @Test
    @DisplayName("a hit on the last day of the year 9999 counts, though no table is kept as long as that")
    void lastDay() {
        hit("a", 1, "9999-12-31");
        assertThat(tables()).contains("game@9999-12", "game@9999-12-31", "game@9999-W52", "game@total");
        assertThat(tables())
                .allSatisfy(table -> assertThat(all(table, DESC).entries()).containsExactly(new Ranked(1, "a", 1)));
    }

    @Test
    @DisplayName("a board's name may have 245 bytes, and no more")
    void nameLength() {
        String longest = "\u20AC".repeat(81) + "ab";
        get(boards.hit(longest, "a", 1, SUNDAY));
        assertThat(get(boards.top(longest, BoardPeriod.parse("2026-11-15"), 1)).total())
                .isEqualTo(1);
        String longer = longest + "c";
        assertThatThrownBy(() -> boards.hit(longer, "a", 1, SUNDAY)).isInstanceOf(InvalidValueException.class);
        assertThatThrownBy(() -> boards.top(longer, BoardPeriod.TOTAL, 1)).isInstanceOf(InvalidValueException.class);
        assertThat(tables()).hasSize(4);
    }

    @ParameterizedTest
    @MethodSource("dev.tidemark.tck.Oddities#dots")
    @DisplayName("a board cannot be called . or .., which HTTP clients resolve in paths; a member can")
    void dots(String name) {
        assertThatThrownBy(() -> boards.hit(name, "a", 1, SUNDAY)).isInstanceOf(InvalidValueException.class);
        assertThatThrownBy(() -> boards.top(name, BoardPeriod.TOTAL, 1)).isInstanceOf(InvalidValueException.class);
        assertThat(tables()).isEmpty();
        get(boards.hit("b", name, 1, SUNDAY));
        assertThat(get(boards.top("b", BoardPeriod.TOTAL, 1)).total()).isEqualTo(1);
    }

    @Test
    @DisplayName("days in the wrong order are refused")
    void wrongOrder() {
        LocalDate day = LocalDate.parse("2026-11-15");
        assertThatThrownBy(() -> boards.topBetween("game", day, day.minusDays(1), 5))
                .isInstanceOf(InvalidValueException.class);
        assertThatThrownBy(() -> boards.stats("game", "a", day, day.minusDays(1)))
                .isInstanceOf(InvalidValueException.class);
    }
}
