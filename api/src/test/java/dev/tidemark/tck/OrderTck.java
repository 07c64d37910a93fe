package dev.tidemark.tck;

import static dev.tidemark.ranking.Order.ASC;
import static dev.tidemark.ranking.Order.DESC;
import static dev.tidemark.tck.Stages.assertFails;
import static dev.tidemark.tck.Stages.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.InvalidValueException;
import dev.tidemark.Names;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Ranges, ranks and neighbours, in both orders. */
abstract class OrderTck extends RankingGroup {

    private static final RankPage NOTHING = new RankPage(0, List.of());

    OrderTck(Supplier<TckBackend> kits) {
        super(kits);
    }

    private RankPage range(Order order, long offset, int count) {
        return get(rankings().range(TABLE, order, offset, count));
    }

    private RankPage around(String member, Order order, int radius) {
        return get(rankings().around(TABLE, member, order, radius));
    }

    /** Sets members 000 to n−1 with scores that are mostly ties, a few hundred members a command. */
    private void setMany(int n) {
        for (int from = 0; from < n; from += 500) {
            Map<String, Long> scores = new HashMap<>();
            for (int i = from; i < Math.min(n, from + 500); i++) {
                scores.put("m" + (i * 7919 % n), (long) (i % 13) - 6);
            }
            set(TABLE, scores);
        }
    }

    @Nested
    @DisplayName("Ranges")
    class Ranges {

        @Test
        @DisplayName("are by score and count ranks from 1")
        void byScore() {
            set(TABLE, Map.of("low", -5L, "zero", 0L, "high", 70L));
            assertThat(range(ASC, 0, 10))
                    .isEqualTo(new RankPage(
                            3, List.of(new Ranked(1, "low", -5), new Ranked(2, "zero", 0), new Ranked(3, "high", 70))));
            assertThat(range(DESC, 0, 10))
                    .isEqualTo(new RankPage(
                            3, List.of(new Ranked(1, "high", 70), new Ranked(2, "zero", 0), new Ranked(3, "low", -5))));
        }

        @Test
        @DisplayName("break ties by UTF-8 bytes, where Java's own order differs, and descending is the exact reverse")
        void ties() {
            List<String> sorted = List.of("10", "9", "A", "B", "a", "aa", "ab", "b", "é", "\uFF5E", "\uD83D\uDE00");
            List<String> reversed = new ArrayList<>(sorted);
            Collections.reverse(reversed);
            Map<String, Long> scores = new HashMap<>();
            sorted.forEach(member -> scores.put(member, 5L));
            set(TABLE, scores);
            assertThat(members(ASC)).isEqualTo(sorted);
            assertThat(members(DESC)).isEqualTo(reversed);
            assertThat(rank(TABLE, "\uFF5E", ASC)).contains(new Ranked(10, "\uFF5E", 5));
            assertThat(rank(TABLE, "\uD83D\uDE00", DESC)).contains(new Ranked(1, "\uD83D\uDE00", 5));
        }

        @ParameterizedTest
        @EnumSource(Order.class)
        @DisplayName("hold any legal member, and give it back to the byte")
        void oddMembers(Order order) {
            Map<String, Long> scores = new HashMap<>();
            Stream.concat(Oddities.names(), Oddities.dots()).forEach(member -> scores.put(member, 1L));
            set(TABLE, scores);
            List<String> expected =
                    scores.keySet().stream().sorted(Names.UTF8_ORDER).toList();
            assertThat(members(ASC)).isEqualTo(expected);
            for (Ranked entry : all(order).entries()) {
                assertThat(rank(TABLE, entry.member(), order)).contains(entry);
                assertThat(around(entry.member(), order, 0).entries()).containsExactly(entry);
            }
        }

        @ParameterizedTest(name = "offset {0}, count {1}: {2} entries")
        @CsvSource({
            "0, 0, 0",
            "0, 1, 1",
            "0, 5, 5",
            "0, 6, 5",
            "2, 2, 2",
            "4, 9, 1",
            "5, 1, 0",
            "6, 1, 0",
            "3, 0, 0",
            "0, 2147483647, 5",
            "4, 2147483647, 1",
            "9223372036854775807, 1, 0",
            "9223372036854775807, 2147483647, 0",
            "2147483648, 10, 0"
        })
        @DisplayName("begin at the offset and always tell the total")
        void offsets(long offset, int count, int size) {
            set(TABLE, Map.of("a", 1L, "b", 2L, "c", 3L, "d", 4L, "e", 5L));
            for (Order order : Order.values()) {
                RankPage page = range(order, offset, count);
                assertThat(page.total()).isEqualTo(5);
                assertThat(page.entries())
                        .isEqualTo(all(order).entries().stream()
                                .skip(offset)
                                .limit(count)
                                .toList())
                        .hasSize(size);
            }
        }

        @Test
        @DisplayName("of a table that is not there are empty")
        void unknownTable() {
            for (Order order : Order.values()) {
                assertThat(range(order, 0, 10)).isEqualTo(NOTHING);
                assertThat(range(order, 10, 10)).isEqualTo(NOTHING);
                assertThat(around("a", order, 5)).isEqualTo(NOTHING);
                assertThat(rank(TABLE, "a", order)).isEmpty();
            }
        }

        @ParameterizedTest
        @EnumSource(Order.class)
        @DisplayName("page by page give 2,500 members in order, without gaps or repeats")
        void paging(Order order) {
            setMany(2_500);
            List<Ranked> whole = all(order).entries();
            List<Ranked> paged = new ArrayList<>();
            for (int offset = 0; offset < 2_600; offset += 170) {
                paged.addAll(range(order, offset, 170).entries());
            }
            assertThat(paged).isEqualTo(whole);
            assertThat(whole).extracting(Ranked::member).doesNotHaveDuplicates().hasSize(2_500);
            for (int i = 0; i < whole.size(); i++) {
                assertThat(whole.get(i).rank()).isEqualTo(i + 1);
            }
        }

        @Test
        @DisplayName("refuse a negative offset and a negative count")
        void badArguments() {
            assertFails(rankings().range(TABLE, ASC, -1, 1), InvalidValueException.class);
            assertFails(rankings().range(TABLE, ASC, 0, -1), InvalidValueException.class);
        }
    }

    @Nested
    @DisplayName("Ranks")
    class Ranks {

        @Test
        @DisplayName("are by the order that was asked for")
        void bothOrders() {
            set(TABLE, Map.of("a", 10L, "b", 20L, "c", 30L));
            assertThat(rank(TABLE, "a", ASC)).contains(new Ranked(1, "a", 10));
            assertThat(rank(TABLE, "a", DESC)).contains(new Ranked(3, "a", 10));
            assertThat(rank(TABLE, "b", DESC)).contains(new Ranked(2, "b", 20));
            assertThat(rank(TABLE, "x", DESC)).isEmpty();
        }

        @Test
        @DisplayName("move with the score")
        void move() {
            set(TABLE, Map.of("a", 10L, "b", 20L, "c", 30L));
            increment("a", 15);
            assertThat(members(DESC)).containsExactly("c", "a", "b");
            set(TABLE, Map.of("c", -1L));
            assertThat(members(DESC)).containsExactly("a", "b", "c");
            assertThat(rank(TABLE, "c", ASC)).contains(new Ranked(1, "c", -1));
        }

        @ParameterizedTest
        @EnumSource(Order.class)
        @DisplayName("of 1,000 members with many ties are their positions")
        void everyMember(Order order) {
            setMany(1_000);
            for (Ranked entry : all(order).entries()) {
                assertThat(rank(TABLE, entry.member(), order)).contains(entry);
            }
        }

        @ParameterizedTest
        @MethodSource("dev.tidemark.tck.Oddities#dots")
        @DisplayName("are refused through the stage for tables called . or .., which HTTP clients resolve in paths")
        void dots(String table) {
            assertFails(rankings().rank(table, "a", ASC), InvalidValueException.class);
            assertFails(rankings().around(table, "a", ASC, 1), InvalidValueException.class);
            assertFails(rankings().range(table, ASC, 0, 1), InvalidValueException.class);
            assertFails(rankings().union(List.of("a", table), ASC, 1, Duration.ZERO), InvalidValueException.class);
            assertFails(rankings().set(table, Map.of("a", 1L)), InvalidValueException.class);
            assertFails(rankings().increment(table, List.of(new Increment("a", 1)), null), InvalidValueException.class);
            assertFails(rankings().remove(table, List.of("a")), InvalidValueException.class);
            assertFails(rankings().drop(table), InvalidValueException.class);
            assertThat(tables()).isEmpty();
        }

        @ParameterizedTest
        @MethodSource("dev.tidemark.tck.Oddities#illegalNames")
        @DisplayName("are refused through the stage for names that are not legal")
        void illegalNames(String name) {
            assertFails(rankings().rank(name, "a", ASC), InvalidValueException.class);
            assertFails(rankings().rank(TABLE, name, ASC), InvalidValueException.class);
            assertFails(rankings().around(TABLE, name, ASC, 1), InvalidValueException.class);
            assertFails(rankings().range(name, ASC, 0, 1), InvalidValueException.class);
            assertFails(rankings().set(name, Map.of("a", 1L)), InvalidValueException.class);
            assertFails(rankings().set(TABLE, Map.of("a", 1L, name, 1L)), InvalidValueException.class);
            assertFails(rankings().remove(TABLE, List.of(name)), InvalidValueException.class);
            assertFails(rankings().drop(name), InvalidValueException.class);
            assertThat(tables()).isEmpty();
        }
    }

    @Nested
    @DisplayName("Neighbours")
    class Neighbours {

        @ParameterizedTest(name = "of {0} within {1} {2}: {3}")
        @CsvSource({
            "c, 1, ASC, b c d",
            "c, 1, DESC, d c b",
            "c, 0, ASC, c",
            "a, 2, ASC, a b c",
            "a, 2, DESC, c b a",
            "e, 2, ASC, c d e",
            "e, 2, DESC, e d c",
            "b, 100, ASC, a b c d e",
            "d, 2147483647, DESC, e d c b a"
        })
        @DisplayName("stand on both sides, fewer at the ends")
        void bothSides(String member, int radius, Order order, String expected) {
            set(TABLE, Map.of("a", 1L, "b", 2L, "c", 3L, "d", 4L, "e", 5L));
            RankPage page = around(member, order, radius);
            assertThat(page.total()).isEqualTo(5);
            assertThat(page.entries()).extracting(Ranked::member).containsExactly(expected.split(" "));
            assertThat(page.entries())
                    .allSatisfy(entry ->
                            assertThat(rank(TABLE, entry.member(), order)).contains(entry));
        }

        @Test
        @DisplayName("of a member that is not there are none")
        void unknownMember() {
            set(TABLE, Map.of("a", 1L, "b", 2L));
            assertThat(around("x", ASC, 5)).isEqualTo(new RankPage(2, List.of()));
        }

        @Test
        @DisplayName("stand by name among equals")
        void amongEquals() {
            setMany(300);
            List<Ranked> whole = all(DESC).entries();
            for (int i = 0; i < 300; i += 23) {
                assertThat(around(whole.get(i).member(), DESC, 4).entries())
                        .isEqualTo(whole.subList(Math.max(0, i - 4), Math.min(300, i + 5)));
            }
        }

        @Test
        @DisplayName("refuse a negative radius")
        void badRadius() {
            assertFails(rankings().around(TABLE, "a", ASC, -1), InvalidValueException.class);
        }
    }
}
