package dev.tidemark.tck;

import static dev.tidemark.ranking.Order.ASC;
import static dev.tidemark.ranking.Order.DESC;
import static dev.tidemark.ranking.RankingStore.MAX_SCORE;
import static dev.tidemark.tck.Stages.assertFails;
import static dev.tidemark.tck.Stages.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.InvalidValueException;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several tables taken together, and for how long the result is kept. */
abstract class UnionsTck extends RankingGroup {

    private static final Duration LONG = Duration.ofHours(1);
    private static final List<String> BOTH = List.of("week@1", "week@2");

    UnionsTck(Supplier<TckBackend> kits) {
        super(kits);
    }

    @BeforeEach
    void makeTwoTables() {
        set("week@1", Map.of("a", 1L, "b", 5L, "c", -2L));
        set("week@2", Map.of("b", 1L, "c", 2L, "d", 9L));
    }

    private RankPage union(List<String> tables, Order order, Duration maxAge) {
        return get(rankings().union(tables, order, 100, maxAge));
    }

    private long scoreIn(RankPage page, String member) {
        return page.entries().stream()
                .filter(entry -> entry.member().equals(member))
                .findFirst()
                .orElseThrow()
                .score();
    }

    @Test
    @DisplayName("add up the scores of a member, in both orders")
    void addsUp() {
        assertThat(union(BOTH, DESC, Duration.ZERO))
                .isEqualTo(new RankPage(
                        4,
                        List.of(
                                new Ranked(1, "d", 9),
                                new Ranked(2, "b", 6),
                                new Ranked(3, "a", 1),
                                new Ranked(4, "c", 0))));
        assertThat(union(BOTH, ASC, Duration.ZERO).entries())
                .extracting(Ranked::member)
                .containsExactly("c", "a", "b", "d");
    }

    @Test
    @DisplayName("count a table once that is named twice")
    void namedTwice() {
        assertThat(union(List.of("week@1", "week@1"), ASC, Duration.ZERO)).isEqualTo(all("week@1", ASC));
        assertThat(union(List.of("week@2", "week@1", "week@2"), ASC, LONG)).isEqualTo(union(BOTH, ASC, LONG));
    }

    @Test
    @DisplayName("count a table that is not there as empty")
    void missingTables() {
        assertThat(union(List.of("nowhere", "week@1"), DESC, Duration.ZERO)).isEqualTo(all("week@1", DESC));
        assertThat(union(List.of("nowhere", "never"), DESC, LONG)).isEqualTo(new RankPage(0, List.of()));
        assertThat(union(List.of(), DESC, LONG)).isEqualTo(new RankPage(0, List.of()));
        assertThat(tables()).isEqualTo(BOTH);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 4, 5, Integer.MAX_VALUE})
    @DisplayName("give the first of them, and the total")
    void limited(int count) {
        RankPage page = get(rankings().union(BOTH, DESC, count, LONG));
        assertThat(page.total()).isEqualTo(4);
        assertThat(page.entries())
                .extracting(Ranked::member)
                .isEqualTo(List.of("d", "b", "a", "c").subList(0, Math.min(4, count)));
    }

    @Test
    @DisplayName("break ties as tables do")
    void ties() {
        set("x", Map.of("\uD83D\uDE00", 1L, "z", 2L));
        set("y", Map.of("\uFF5E", 1L, "\uD83D\uDE00", 1L, "\u20AC", 2L));
        set("z", Map.of("\uFF5E", 1L));
        assertThat(union(List.of("x", "y", "z"), ASC, Duration.ZERO).entries())
                .extracting(Ranked::member)
                .containsExactly("z", "\u20AC", "\uFF5E", "\uD83D\uDE00");
    }

    @Test
    @DisplayName("stop at the limit of scores")
    void stopsAtTheLimit() {
        set("x", Map.of("top", MAX_SCORE, "bottom", -MAX_SCORE, "next", MAX_SCORE - 1));
        set("y", Map.of("top", 1L, "bottom", -MAX_SCORE, "next", 1L));
        RankPage page = union(List.of("x", "y"), ASC, Duration.ZERO);
        assertThat(page.entries())
                .containsExactly(
                        new Ranked(1, "bottom", -MAX_SCORE),
                        new Ranked(2, "next", MAX_SCORE),
                        new Ranked(3, "top", MAX_SCORE));
    }

    @Test
    @DisplayName("of 40 tables with 2,000 members are right")
    void large() {
        Map<String, Long> expected = new HashMap<>();
        List<String> names = new ArrayList<>();
        for (int table = 0; table < 40; table++) {
            Map<String, Long> scores = new HashMap<>();
            for (int i = 0; i < 100; i++) {
                String member = "m" + (table * 50 + i) % 2_000;
                scores.put(member, (long) i);
                expected.merge(member, (long) i, Long::sum);
            }
            names.add("large@" + table);
            set("large@" + table, scores);
        }
        RankPage page = get(rankings().union(names, DESC, 5_000, LONG));
        Map<String, Long> found = new HashMap<>();
        page.entries().forEach(entry -> found.put(entry.member(), entry.score()));
        assertThat(found).isEqualTo(expected);
        assertThat(page.total()).isEqualTo(2_000);
    }

    @Test
    @DisplayName("are kept: a later write is not seen within their age, in either order")
    void kept() {
        RankPage before = union(BOTH, DESC, LONG);
        increment("week@1", "a", 100);
        assertThat(union(BOTH, DESC, LONG)).isEqualTo(before);
        assertThat(union(List.of("week@2", "week@1"), DESC, LONG)).isEqualTo(before);
        assertThat(scoreIn(union(BOTH, ASC, LONG), "a")).isEqualTo(1);
    }

    @Test
    @DisplayName("are fresh once their age has passed")
    void freshAfterwards() {
        union(BOTH, DESC, Duration.ofSeconds(1));
        increment("week@1", "a", 100);
        advance(1_300);
        assertThat(scoreIn(union(BOTH, DESC, Duration.ofSeconds(1)), "a")).isEqualTo(101);
    }

    @Test
    @DisplayName("are never older than the one who asks allows, whatever others allowed")
    void shorterAge() {
        union(BOTH, DESC, LONG);
        increment("week@1", "a", 100);
        advance(1_300);
        assertThat(scoreIn(union(BOTH, DESC, Duration.ofSeconds(1)), "a")).isEqualTo(101);
    }

    @Test
    @DisplayName("are always fresh with an age of zero")
    void zeroIsFresh() {
        union(BOTH, DESC, LONG);
        for (long i = 1; i <= 5; i++) {
            increment("week@1", "a", 1);
            assertThat(scoreIn(union(BOTH, DESC, Duration.ZERO), "a")).isEqualTo(1 + i);
        }
    }

    @Test
    @DisplayName("of other tables are others")
    void otherTables() {
        union(BOTH, DESC, LONG);
        assertThat(union(List.of("week@1"), DESC, LONG)).isEqualTo(all("week@1", DESC));
        assertThat(union(List.of("week@1", "week@2", "week@3"), DESC, LONG).total())
                .isEqualTo(4);
    }

    @Test
    @DisplayName("are forgotten when all tables are flushed")
    void flushForgets() {
        union(BOTH, DESC, LONG);
        get(rankings().flushAll());
        assertThat(union(BOTH, DESC, LONG)).isEqualTo(new RankPage(0, List.of()));
    }

    @Test
    @DisplayName("are no tables: they are not listed and cannot be dropped by listing")
    void notListed() {
        union(BOTH, DESC, LONG);
        assertThat(tables()).isEqualTo(BOTH);
    }

    @Test
    @DisplayName("are the same for 8 callers at once, while others write")
    void concurrent() throws Exception {
        List<RankPage> answers = Together.run(thread -> {
            if (thread == 0) {
                increment("week@1", "a", 1);
            }
            return union(BOTH, DESC, LONG);
        });
        RankPage kept = union(BOTH, DESC, LONG);
        assertThat(answers).allSatisfy(answer -> assertThat(answer.total()).isEqualTo(4));
        assertThat(answers).containsOnly(kept);
    }

    @Test
    @DisplayName("refuse a negative age and a negative count")
    void badArguments() {
        assertFails(rankings().union(BOTH, DESC, 1, Duration.ofMillis(-1)), InvalidValueException.class);
        assertFails(rankings().union(BOTH, DESC, -1, LONG), InvalidValueException.class);
        assertFails(rankings().union(List.of("a", ""), DESC, 1, LONG), InvalidValueException.class);
    }
}
