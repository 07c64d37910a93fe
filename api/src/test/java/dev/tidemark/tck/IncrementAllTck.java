package dev.tidemark.tck;

import static dev.tidemark.ranking.Order.DESC;
import static dev.tidemark.ranking.RankingStore.MAX_SCORE;
import static dev.tidemark.tck.Stages.assertFails;
import static dev.tidemark.tck.Stages.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.InvalidValueException;
import dev.tidemark.NumberOverflowException;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.ranking.TableIncrements;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Increments of several tables in one step: {@link RankingStore#incrementAll}.
 *
 * <p>A board's hit used to be an increment for each table, one after the other: a hit that overflowed in its day answered
 * that nothing was changed, when total, week and month were; and a crash in between left a table without its retention.
 */
abstract class IncrementAllTck extends RankingGroup {

    private static final Duration DAY = Duration.ofDays(1);

    IncrementAllTck(Supplier<TckBackend> kits) {
        super(kits);
    }

    private static TableIncrements in(String table, @Nullable Duration retention, Increment... by) {
        return new TableIncrements(table, List.of(by), retention);
    }

    private static Increment by(String member, long by) {
        return new Increment(member, by);
    }

    private void incrementAll(TableIncrements... changes) {
        get(rankings().incrementAll(List.of(changes)));
    }

    @Test
    @DisplayName("add to each table, and make the tables and members that are not there yet")
    void adds() {
        set("game@b", Map.of("ada", 5L, "kc", 1L));
        incrementAll(
                in("game@a", null, by("ada", 1), by("hugo", -2)),
                in("game@b", null, by("ada", 2), by("hugo", 3)),
                in("game", null, by("ada", 0)));
        assertThat(all("game@a", DESC).entries()).containsExactly(new Ranked(1, "ada", 1), new Ranked(2, "hugo", -2));
        assertThat(all("game@b", DESC).entries())
                .containsExactly(new Ranked(1, "ada", 7), new Ranked(2, "hugo", 3), new Ranked(3, "kc", 1));
        assertThat(all("game", DESC).entries()).containsExactly(new Ranked(1, "ada", 0));
        assertThat(tables()).containsExactly("game", "game@a", "game@b");
    }

    @Test
    @DisplayName("of one member in one table are added up first")
    void addedUp() {
        incrementAll(in("game@a", null, by("ada", MAX_SCORE), by("hugo", 1), by("ada", 5), by("ada", -6)));
        assertThat(all("game@a", DESC).entries())
                .containsExactly(new Ranked(1, "ada", MAX_SCORE - 1), new Ranked(2, "hugo", 1));
    }

    @Test
    @DisplayName("change no table at all if one score overflows")
    void overflow() {
        set("game@b", Map.of("ada", MAX_SCORE));
        set("game@c", Map.of("ada", 1L));
        NumberOverflowException refused = assertFails(
                rankings()
                        .incrementAll(List.of(
                                in("game@a", DAY, by("ada", 1)),
                                in("game@b", DAY, by("hugo", 1), by("ada", 1)),
                                in("game@c", DAY, by("ada", 1)))),
                NumberOverflowException.class);
        assertThat(refused).hasMessageContaining("'ada'").hasMessageContaining("'game@b'");
        assertThat(tables()).containsExactly("game@b", "game@c");
        assertThat(all("game@b", DESC).entries()).containsExactly(new Ranked(1, "ada", MAX_SCORE));
        assertThat(all("game@c", DESC).entries()).containsExactly(new Ranked(1, "ada", 1));
        set("game@b", Map.of("ada", -MAX_SCORE));
        assertFails(
                rankings().incrementAll(List.of(in("game@c", null, by("ada", -1)), in("game@b", null, by("ada", -1)))),
                NumberOverflowException.class);
        assertThat(score("game@c", "ada")).isEqualTo(1);
    }

    @Test
    @DisplayName("change nothing if the sum for a member overflows, even a long")
    void sumOverflows() {
        Increment[] most =
                IntStream.range(0, 1_030).mapToObj(i -> by("ada", MAX_SCORE)).toArray(Increment[]::new);
        assertFails(
                rankings().incrementAll(List.of(in("game@a", null, by("ada", 1)), in("game@b", null, most))),
                NumberOverflowException.class);
        assertFails(
                rankings().incrementAll(List.of(in("game@a", null, by("ada", MAX_SCORE), by("ada", 1)))),
                NumberOverflowException.class);
        assertThat(tables()).isEmpty();
    }

    @Test
    @DisplayName("set the retention of each table, and leave it as it is where none is given")
    void retention() {
        set("game@kept", Map.of("ada", 1L));
        get(rankings().retain("game@kept", Duration.ofMillis(4_500)));
        incrementAll(
                in("game@a", Duration.ofMillis(2_500), by("ada", 1)),
                in("game@b", null, by("ada", 1)),
                in("game@kept", null, by("ada", 1)));
        advance(1_300);
        incrementAll(in("game@a", Duration.ofMillis(2_500), by("ada", 1)), in("game@kept", null, by("ada", 1)));
        advance(1_300);
        assertThat(score("game@a", "ada")).isEqualTo(2);
        advance(1_300);
        assertThat(tables()).containsExactly("game@b", "game@kept");
        advance(2_000);
        assertThat(tables()).containsExactly("game@b");
    }

    @Test
    @DisplayName("begin a table anew that has expired")
    void expiredTable() {
        incrementAll(in("game@a", Duration.ofMillis(300), by("ada", 1), by("hugo", 1)));
        advance(400);
        incrementAll(in("game@a", DAY, by("ada", 5)), in("game@b", null, by("ada", 1)));
        assertThat(all("game@a", DESC).entries()).containsExactly(new Ranked(1, "ada", 5));
        advance(400);
        assertThat(tables()).containsExactly("game@a", "game@b");
    }

    @Test
    @DisplayName("that are rejected do not renew the retention")
    void rejectedDoesNotRenew() {
        incrementAll(in("game@a", Duration.ofSeconds(2), by("ada", MAX_SCORE)));
        advance(1_100);
        assertFails(rankings().incrementAll(List.of(in("game@a", DAY, by("ada", 1)))), NumberOverflowException.class);
        advance(1_100);
        assertThat(tables()).isEmpty();
    }

    @Test
    @DisplayName("come after every expiry that is due, in any of the tables")
    void afterExpiries() {
        set("game@a", Map.of("ada", MAX_SCORE - 1));
        get(rankings().increment("game@a", List.of(by("ada", 1)), Duration.ofSeconds(2)));
        get(rankings().increment("game@b", List.of(by("ada", 7)), Duration.ofSeconds(2)));
        assertFails(rankings().incrementAll(List.of(in("game@a", null, by("ada", 1)))), NumberOverflowException.class);
        advance(2_100);
        incrementAll(
                in("game@a", null, by("ada", 1)), in("game@b", null, by("ada", 1)), in("game@c", null, by("ada", 1)));
        assertThat(score("game@a", "ada")).isEqualTo(MAX_SCORE);
        assertThat(score("game@b", "ada")).isEqualTo(1);
        assertThat(tables()).containsExactly("game@a", "game@b", "game@c");
    }

    @Test
    @DisplayName("leave the expiries of the same members pending")
    void keepsExpiries() {
        get(rankings().increment("game@a", List.of(by("ada", 7)), Duration.ofSeconds(4)));
        incrementAll(in("game@a", DAY, by("ada", 1)));
        assertThat(score("game@a", "ada")).isEqualTo(8);
        advance(4_100);
        assertThat(score("game@a", "ada")).isEqualTo(1);
    }

    @Test
    @DisplayName("of no table, or of none with increments, change nothing")
    void nothing() {
        incrementAll();
        incrementAll(in("game@a", DAY));
        assertThat(tables()).isEmpty();
    }

    @Test
    @DisplayName("are rejected for tables that do not belong together, that occur twice, or with a bad retention")
    void badArguments() {
        List<List<TableIncrements>> bad = List.of(
                List.of(in("game@a", null, by("ada", 1)), in("gamer@a", null, by("ada", 1))),
                List.of(in("game@a", null, by("ada", 1)), in("other", null, by("ada", 1))),
                List.of(in("game@a", null, by("ada", 1)), in("game@a", null, by("hugo", 1))),
                List.of(in("game@a", null, by("ada", 1)), in("game@b", Duration.ZERO, by("ada", 1))),
                List.of(in("game@a", RankingStore.MAX_DURATION.plusMillis(1), by("ada", 1))));
        bad.forEach(changes -> assertFails(rankings().incrementAll(changes), InvalidValueException.class));
        assertThat(tables()).isEmpty();
    }

    @Test
    @DisplayName("take any name, before and behind the @")
    void names() {
        List<String> tags = Oddities.names()
                .filter(name -> name.indexOf('@') < 0 && name.length() < 40)
                .toList();
        tags.forEach(tag -> incrementAll(
                in(tag, DAY, by(tag, 1)), in(tag + "@", null, by(tag, 2)), in(tag + "@{x}", DAY, by(tag, 3))));
        assertThat(tables()).hasSize(3 * tags.size());
        tags.forEach(tag -> {
            assertThat(score(tag, tag)).isEqualTo(1);
            assertThat(score(tag + "@", tag)).isEqualTo(2);
            assertThat(score(tag + "@{x}", tag)).isEqualTo(3);
        });
    }

    @Test
    @DisplayName("of 2,400 tables, and of 3,000 members of one, are one step each")
    void many() {
        List<TableIncrements> manyTables = new ArrayList<>();
        for (int i = 0; i < 2_400; i++) {
            manyTables.add(in("game@%04d".formatted(i), i % 2 == 0 ? DAY : null, by("m" + i, i)));
        }
        get(rankings().incrementAll(manyTables));
        get(rankings().incrementAll(manyTables));
        assertThat(get(rankings().tables("game@2", "", 500)).items()).hasSize(400);
        assertThat(score("game@0000", "m0")).isZero();
        assertThat(score("game@2399", "m2399")).isEqualTo(2 * 2_399);
        Increment[] manyMembers =
                IntStream.range(0, 3_000).mapToObj(i -> by("m" + i, i)).toArray(Increment[]::new);
        incrementAll(in("game@0001", null, manyMembers), in("game@0000", DAY, by("m0", 1)));
        assertThat(all("game@0001", DESC).total()).isEqualTo(3_000);
        assertThat(score("game@0001", "m1")).isEqualTo(3);
        manyTables.set(2_399, in("game@2399", null, by("m2399", MAX_SCORE)));
        assertFails(rankings().incrementAll(manyTables), NumberOverflowException.class);
        assertThat(score("game@0002", "m2")).isEqualTo(4);
    }

    /** Every fourth call of each thread overflows in one of the three tables. */
    @Test
    @DisplayName("of 8 threads add up, those that are rejected leave nothing, and no lookup sees a part")
    void concurrent() throws Exception {
        set("game@full", Map.of("max", MAX_SCORE));
        List<Integer> rejected = Together.run(thread -> {
            int failures = 0;
            for (int i = 0; i < 40; i++) {
                String last = i % 4 == 3 ? "max" : "m" + thread;
                List<TableIncrements> changes = List.of(
                        in("game@total", null, by("all", 1), by("m" + thread, 1)),
                        in("game@full", null, by(last, 1)),
                        in("game@day", DAY, by("all", 1)));
                if (i % 4 == 3) {
                    assertFails(rankings().incrementAll(changes), NumberOverflowException.class);
                    failures++;
                } else {
                    get(rankings().incrementAll(changes));
                }
                List<Long> seen = get(rankings().lookup("game@total", everybody(), DESC)).entries().stream()
                        .map(entry -> entry.map(Ranked::score).orElse(0L))
                        .toList();
                assertThat(seen.subList(1, 9).stream()
                                .mapToLong(Long::longValue)
                                .sum())
                        .isEqualTo(seen.get(0));
            }
            return failures;
        });
        assertThat(rejected).containsOnly(10);
        Map<String, Long> expected = new HashMap<>();
        everybody().forEach(member -> expected.put(member, member.equals("all") ? 240L : 30L));
        assertThat(scores("game@total")).isEqualTo(expected);
        assertThat(scores("game@day")).isEqualTo(Map.of("all", 240L));
        expected.remove("all");
        expected.put("max", MAX_SCORE);
        assertThat(scores("game@full")).isEqualTo(expected);
    }

    private static List<String> everybody() {
        List<String> members = new ArrayList<>(List.of("all"));
        for (int i = 0; i < Together.THREADS; i++) {
            members.add("m" + i);
        }
        return members;
    }

    private Map<String, Long> scores(String table) {
        Map<String, Long> scores = new HashMap<>();
        all(table, DESC).entries().forEach(entry -> scores.put(entry.member(), entry.score()));
        return scores;
    }
}
