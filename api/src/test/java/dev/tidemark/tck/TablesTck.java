package dev.tidemark.tck;

import static dev.tidemark.ranking.Order.ASC;
import static dev.tidemark.ranking.Order.DESC;
import static dev.tidemark.tck.Stages.assertFails;
import static dev.tidemark.tck.Stages.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.InvalidValueException;
import dev.tidemark.Names;
import dev.tidemark.Page;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.timeseries.Count;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables as wholes: removing members, dropping, keeping and listing them. */
abstract class TablesTck extends RankingGroup {

    TablesTck(Supplier<TckBackend> kits) {
        super(kits);
    }

    private long remove(String... members) {
        return get(rankings().remove(TABLE, List.of(members)));
    }

    private void retain(long millis) {
        get(rankings().retain(TABLE, Duration.ofMillis(millis)));
    }

    @Nested
    @DisplayName("Removing")
    class Removing {

        @Test
        @DisplayName("answers how many were there, duplicates once")
        void answers() {
            set(TABLE, Map.of("a", 1L, "b", 2L, "c", 3L));
            assertThat(remove("a", "x", "a")).isEqualTo(1);
            assertThat(remove("a")).isZero();
            assertThat(remove()).isZero();
            assertThat(remove("b", "y")).isEqualTo(1);
            assertThat(all(ASC).entries()).containsExactly(new Ranked(1, "c", 3));
        }

        @Test
        @DisplayName("from a table that is not there makes none")
        void unknownTable() {
            assertThat(remove("a")).isZero();
            assertThat(tables()).isEmpty();
        }

        @Test
        @DisplayName("the last member removes the table")
        void lastMember() {
            set(TABLE, Map.of("a", 1L, "b", 2L));
            assertThat(remove("a", "b")).isEqualTo(2);
            assertThat(tables()).isEmpty();
            assertThat(all(ASC).total()).isZero();
            assertThat(get(rankings().drop(TABLE))).isFalse();
        }

        @Test
        @DisplayName("closes the ranks, and a member added again starts at 0")
        void addedAgain() {
            set(TABLE, Map.of("a", 10L, "b", 20L, "c", 30L));
            remove("b");
            assertThat(rank(TABLE, "a", DESC)).contains(new Ranked(2, "a", 10));
            assertThat(rank(TABLE, "b", DESC)).isEmpty();
            assertThat(increment("b", 1)).isEqualTo(1);
        }
    }

    @Nested
    @DisplayName("Dropping")
    class Dropping {

        @Test
        @DisplayName("answers whether the table was there, and leaves the others")
        void answers() {
            increment("a", 1);
            increment(TABLE + "@total", "a", 2);
            assertThat(get(rankings().drop(TABLE))).isTrue();
            assertThat(get(rankings().drop(TABLE))).isFalse();
            assertThat(all(ASC).total()).isZero();
            assertThat(tables()).containsExactly(TABLE + "@total");
            assertThat(increment("a", 5)).isEqualTo(5);
        }

        @Test
        @DisplayName("everything leaves nothing, and one can go on")
        void flushAll() {
            for (String table : List.of("a", "b{c}", "d@e")) {
                increment(table, "m", 1);
            }
            incrementFor(60_000, new Increment("m", 1));
            get(rankings().flushAll());
            assertThat(tables()).isEmpty();
            assertThat(all("d@e", ASC).total()).isZero();
            assertThat(increment("a", "m", 2)).isEqualTo(2);
            assertThat(tables()).containsExactly("a");
        }

        @Test
        @DisplayName("all rankings leaves the time series")
        void flushLeavesSeries() {
            increment("a", 1);
            get(series().insert(List.of(new Count(TABLE, kit().now(), 1))));
            get(rankings().flushAll());
            assertThat(get(series().series("", "", 10)).items()).hasSize(1);
        }
    }

    @Nested
    @DisplayName("Keeping")
    class Keeping {

        @Test
        @DisplayName("ends that long after the last write, whoever reads meanwhile")
        void dropped() {
            increment("other", "a", 1);
            increment("a", 1);
            retain(2_000);
            advance(1_000);
            assertThat(score("a")).isEqualTo(1);
            assertThat(tables()).containsExactly(TABLE, "other");
            advance(1_300);
            assertThat(all(ASC).total()).isZero();
            assertThat(rank(TABLE, "a", ASC)).isEmpty();
            assertThat(tables()).containsExactly("other");
            assertThat(get(rankings().drop(TABLE))).isFalse();
        }

        @Test
        @DisplayName("is renewed by every kind of write")
        void renewed() {
            set(TABLE, Map.of("a", 1L, "b", 2L));
            retain(2_000);
            advance(1_200);
            increment("a", 1);
            advance(1_200);
            set(TABLE, Map.of("b", 1L));
            advance(1_200);
            remove("b");
            advance(1_200);
            assertThat(score("a")).isEqualTo(2);
            advance(1_200);
            assertThat(all(ASC).total()).isZero();
        }

        @Test
        @DisplayName("is changed by another call, which counts as a write")
        void changed() {
            increment("a", 1);
            retain(1_000);
            retain(60_000);
            advance(1_300);
            assertThat(score("a")).isEqualTo(1);
            retain(1_000);
            assertThat(score("a")).isEqualTo(1);
            advance(1_300);
            assertThat(tables()).isEmpty();
        }

        @Test
        @DisplayName("is not prolonged by an undo, and a dropped table's undos are cancelled")
        void undoIsNoWrite() {
            incrementFor(700, new Increment("a", 5));
            incrementFor(2_500, new Increment("a", 3));
            retain(1_500);
            advance(1_000);
            assertThat(score("a")).isEqualTo(3);
            advance(900);
            assertThat(tables()).isEmpty();
            increment("a", 10);
            advance(1_500);
            assertThat(score("a")).isEqualTo(10);
        }

        @Test
        @DisplayName("a table that is not there does nothing")
        void unknownTable() {
            retain(300);
            assertThat(tables()).isEmpty();
            increment("a", 1);
            advance(700);
            assertThat(score("a")).isEqualTo(1);
        }

        @Test
        @DisplayName("is forgotten when the table is dropped")
        void dropForgets() {
            increment("a", 1);
            retain(500);
            get(rankings().drop(TABLE));
            increment("a", 1);
            advance(1_000);
            assertThat(score("a")).isEqualTo(1);
        }

        @Test
        @DisplayName("refuses a time that is none")
        void badDuration() {
            assertFails(rankings().retain(TABLE, Duration.ZERO), InvalidValueException.class);
            assertFails(rankings().retain(TABLE, RankingStore.MAX_DURATION.plusMillis(1)), InvalidValueException.class);
            increment("a", 1);
            get(rankings().retain(TABLE, RankingStore.MAX_DURATION));
            assertThat(tables()).containsExactly(TABLE);
        }
    }

    @Nested
    @DisplayName("The list")
    class Listing {

        private List<String> page(String prefix, String after, int limit) {
            return get(rankings().tables(prefix, after, limit)).items();
        }

        private void makeAll(List<String> names) {
            names.forEach(name -> increment(name, "m", 1));
        }

        @Test
        @DisplayName("is empty at first and has no next page")
        void empty() {
            assertThat(get(rankings().tables("", "", 10))).isEqualTo(new Page<String>(List.of(), null));
        }

        @ParameterizedTest
        @MethodSource("dev.tidemark.tck.Oddities#names")
        @DisplayName("has tables of any legal name, which work like any other")
        void oddNames(String name) {
            incrementAndCheck(name);
            assertThat(page(name, "", 10)).containsExactly(name);
            assertThat(get(rankings().union(List.of(name, "other"), ASC, 5, Duration.ZERO))
                            .entries())
                    .containsExactly(new Ranked(1, "m", 3));
            assertThat(get(rankings().drop(name))).isTrue();
            assertThat(tables()).isEmpty();
        }

        private void incrementAndCheck(String name) {
            increment(name, "m", 3);
            assertThat(all(name, DESC).entries()).containsExactly(new Ranked(1, "m", 3));
        }

        @Test
        @DisplayName("is in order of UTF-8 bytes, and odd names do not mix")
        void utf8Order() {
            List<String> names = Oddities.names().toList();
            for (int i = 0; i < names.size(); i++) {
                increment(names.get(i), "m", i);
            }
            assertThat(tables())
                    .isEqualTo(names.stream().sorted(Names.UTF8_ORDER).toList());
            for (int i = 0; i < names.size(); i++) {
                assertThat(score(names.get(i), "m")).isEqualTo(i);
            }
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 3, 24, 25, 26, 1_000})
        @DisplayName("comes page by page without gaps or repeats, and next is null at the end")
        void pages(int limit) {
            List<String> names = IntStream.range(0, 25)
                    .mapToObj(i -> "t" + i)
                    .sorted(Names.UTF8_ORDER)
                    .toList();
            makeAll(names);
            List<String> found = new ArrayList<>();
            String after = "";
            while (after != null) {
                Page<String> page = get(rankings().tables("", after, limit));
                assertThat(page.items()).hasSize(Math.min(limit, 25 - found.size()));
                found.addAll(page.items());
                assertThat(page.next() == null).isEqualTo(found.size() == 25);
                after = page.next();
            }
            assertThat(found).isEqualTo(names);
        }

        @Test
        @DisplayName("takes a prefix literally, and goes on after a name that need not exist")
        void prefixes() {
            makeAll(List.of("a", "a*", "a*b", "ab", "a@1", "a@2", "b", "[a]"));
            assertThat(page("a*", "", 10)).containsExactly("a*", "a*b");
            assertThat(page("a@", "", 10)).containsExactly("a@1", "a@2");
            assertThat(page("a@", "a@1", 10)).containsExactly("a@2");
            assertThat(page("a@", "a@0", 1)).containsExactly("a@1");
            assertThat(page("a", "A", 2)).containsExactly("a", "a*");
            assertThat(page("a", "b", 10)).isEmpty();
            assertThat(page("[", "", 10)).containsExactly("[a]");
        }

        @Test
        @DisplayName("refuses a limit of 0")
        void limitZero() {
            assertFails(rankings().tables("", "", 0), InvalidValueException.class);
        }
    }
}
