package dev.tidemark.tck;

import static dev.tidemark.ranking.Order.ASC;
import static dev.tidemark.ranking.Order.DESC;
import static dev.tidemark.ranking.RankingStore.MAX_DURATION;
import static dev.tidemark.ranking.RankingStore.MAX_SCORE;
import static dev.tidemark.tck.Stages.assertFails;
import static dev.tidemark.tck.Stages.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.InvalidValueException;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.Score;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Increments that are undone at their deadline. Most expire in a second; {@link #passDeadline} leaves a margin behind it,
 * and what has to come before it comes at once.
 */
abstract class ExpiriesTck extends RankingGroup {

    private static final long EXPIRES_MILLIS = 1_000;

    ExpiriesTck(Supplier<TckBackend> kits) {
        super(kits);
    }

    private void expiring(String member, long by) {
        incrementFor(EXPIRES_MILLIS, new Increment(member, by));
    }

    private void passDeadline() {
        advance(EXPIRES_MILLIS + 200);
    }

    @Test
    @DisplayName("count until the deadline and are undone then, once, however often one reads")
    void undoneOnce() {
        increment("a", 10);
        assertThat(incrementFor(EXPIRES_MILLIS, new Increment("a", 5))).containsExactly(new Score("a", 15));
        assertThat(score("a")).isEqualTo(15);
        passDeadline();
        for (int i = 0; i < 5; i++) {
            assertThat(score("a")).isEqualTo(10);
            assertThat(all(DESC).entries()).containsExactly(new Ranked(1, "a", 10));
        }
        passDeadline();
        assertThat(score("a")).isEqualTo(10);
    }

    @Test
    @DisplayName("leave their member in the table when it falls to 0")
    void staysAtZero() {
        expiring("a", 5);
        passDeadline();
        assertThat(all(ASC).entries()).containsExactly(new Ranked(1, "a", 0));
        assertThat(tables()).containsExactly(TABLE);
    }

    @Test
    @DisplayName("may be negative")
    void negative() {
        increment("a", 10);
        expiring("a", -15);
        assertThat(score("a")).isEqualTo(-5);
        passDeadline();
        assertThat(score("a")).isEqualTo(10);
    }

    @Test
    @DisplayName("may be of several members, and several times of one")
    void severalMembers() {
        increment("b", 1);
        assertThat(incrementFor(
                        EXPIRES_MILLIS,
                        new Increment("a", 1),
                        new Increment("b", 2),
                        new Increment("a", 4),
                        new Increment("c", 0)))
                .containsExactly(new Score("a", 1), new Score("b", 3), new Score("a", 5), new Score("c", 0));
        passDeadline();
        assertThat(all(DESC).entries())
                .containsExactly(new Ranked(1, "b", 1), new Ranked(2, "c", 0), new Ranked(3, "a", 0));
    }

    @Test
    @DisplayName("of one deadline are all undone")
    void dueTogether() {
        expiring("a", 1);
        expiring("a", 1);
        expiring("a", 1);
        expiring("b", 7);
        assertThat(score("a")).isEqualTo(3);
        passDeadline();
        assertThat(score("a")).isZero();
        assertThat(score("b")).isZero();
    }

    @Test
    @DisplayName("of different deadlines are undone each at its own")
    void differentDeadlines() {
        incrementFor(4_000, new Increment("a", 100));
        incrementFor(1_000, new Increment("a", 10));
        increment("a", 1);
        assertThat(score("a")).isEqualTo(111);
        advance(2_000);
        assertThat(score("a")).isEqualTo(101);
        advance(2_500);
        assertThat(score("a")).isEqualTo(1);
    }

    @Test
    @DisplayName("are undone though nobody looked while several deadlines passed")
    void nobodyLooks() {
        for (long millis : new long[] {900, 300, 600}) {
            incrementFor(millis, new Increment("a", millis));
        }
        advance(2_500);
        assertThat(score("a")).isZero();
    }

    @Test
    @DisplayName("300 of them, of a hundred deadlines, leave what was there before")
    void many() {
        Map<String, Long> before = Map.of("m0", 5L, "m1", -3L, "m2", 0L, "m3", MAX_SCORE - 100_000, "m4", 1L);
        set(TABLE, before);
        IntStream.range(0, 300).forEach(i -> incrementFor(1 + i % 100, new Increment("m" + i % 5, i)));
        advance(1_000);
        before.forEach((member, score) -> assertThat(score(member)).isEqualTo(score));
    }

    @Test
    @DisplayName("are undone from a score that was set meanwhile")
    void setDoesNotCancel() {
        expiring("a", 5);
        set(TABLE, Map.of("a", 100L));
        assertThat(score("a")).isEqualTo(100);
        passDeadline();
        assertThat(score("a")).isEqualTo(95);
    }

    @Test
    @DisplayName("are undone before a later write")
    void undoneBeforeWrites() {
        expiring("a", 5);
        expiring("b", MAX_SCORE);
        passDeadline();
        assertThat(increment("a", 1)).isEqualTo(1);
        assertThat(increment("b", 1)).isEqualTo(1);
        expiring("c", 5);
        passDeadline();
        set(TABLE, Map.of("c", 50L));
        assertThat(score("c")).isEqualTo(50);
    }

    @Test
    @DisplayName("are cancelled for a member that is removed, and for no other")
    void removeCancels() {
        expiring("a", 5);
        expiring("b", 5);
        assertThat(get(rankings().remove(TABLE, List.of("a")))).isEqualTo(1);
        increment("a", 7);
        passDeadline();
        assertThat(score("a")).isEqualTo(7);
        assertThat(score("b")).isZero();
    }

    @Test
    @DisplayName("are cancelled with their table's last member")
    void removeLastCancels() {
        expiring("a", 5);
        get(rankings().remove(TABLE, List.of("a")));
        passDeadline();
        assertThat(tables()).isEmpty();
        assertThat(all(ASC).total()).isZero();
    }

    @Test
    @DisplayName("are cancelled when their table is dropped")
    void dropCancels() {
        expiring("a", 5);
        get(rankings().drop(TABLE));
        increment("a", 7);
        passDeadline();
        assertThat(score("a")).isEqualTo(7);
    }

    @Test
    @DisplayName("are cancelled when all tables are flushed")
    void flushCancels() {
        expiring("a", 5);
        get(rankings().flushAll());
        increment("a", 7);
        passDeadline();
        assertThat(score("a")).isEqualTo(7);
    }

    @Test
    @DisplayName("are seen as undone by whichever read comes first: ranks")
    void seenByRank() {
        increment("a", 10);
        expiring("b", 20);
        assertThat(rank(TABLE, "b", DESC)).contains(new Ranked(1, "b", 20));
        passDeadline();
        assertThat(rank(TABLE, "a", DESC)).contains(new Ranked(1, "a", 10));
    }

    @Test
    @DisplayName("are seen as undone by whichever read comes first: ranges")
    void seenByRange() {
        increment("a", 10);
        expiring("b", 20);
        passDeadline();
        assertThat(get(rankings().range(TABLE, DESC, 1, 5)).entries()).containsExactly(new Ranked(2, "b", 0));
    }

    @Test
    @DisplayName("are seen as undone by whichever read comes first: neighbours")
    void seenByAround() {
        increment("a", 10);
        expiring("b", 20);
        passDeadline();
        assertThat(get(rankings().around(TABLE, "b", DESC, 1)).entries())
                .containsExactly(new Ranked(1, "a", 10), new Ranked(2, "b", 0));
    }

    @Test
    @DisplayName("are seen as undone by whichever read comes first: unions")
    void seenByUnion() {
        increment("other", "b", 1);
        expiring("b", 20);
        passDeadline();
        assertThat(get(rankings().union(List.of(TABLE, "other"), DESC, 5, Duration.ZERO))
                        .entries())
                .containsExactly(new Ranked(1, "b", 1));
    }

    @Test
    @DisplayName("are undone as far as the limit goes, after a set beyond it")
    void stopsAtTheLimit() {
        expiring("top", -5);
        expiring("bottom", 5);
        set(TABLE, Map.of("top", MAX_SCORE - 2, "bottom", 1 - MAX_SCORE));
        passDeadline();
        assertThat(score("top")).isEqualTo(MAX_SCORE);
        assertThat(score("bottom")).isEqualTo(-MAX_SCORE);
        assertThat(increment("top", -1)).isEqualTo(MAX_SCORE - 1);
    }

    @Test
    @DisplayName("of two tables do not touch each other")
    void twoTables() {
        increment("other", "a", 5);
        expiring("a", 5);
        passDeadline();
        assertThat(score("other", "a")).isEqualTo(5);
        assertThat(score("a")).isZero();
    }

    @Test
    @DisplayName("are undone once though 8 threads read when they are due")
    void concurrentReaders() throws Exception {
        increment("a", 10);
        IntStream.range(0, 10).forEach(i -> expiring("a", 1));
        passDeadline();
        assertThat(Together.run(thread -> score("a"))).containsOnly(10L);
        assertThat(score("a")).isEqualTo(10);
    }

    @Test
    @DisplayName("may take as long as a hundred years")
    void longest() {
        assertThat(get(rankings().increment(TABLE, List.of(new Increment("a", 5)), MAX_DURATION)))
                .containsExactly(new Score("a", 5));
        advance(200);
        assertThat(score("a")).isEqualTo(5);
    }

    static Stream<Duration> badDurations() {
        return Stream.of(
                Duration.ZERO,
                Duration.ofNanos(999_999),
                Duration.ofSeconds(-1),
                MAX_DURATION.plusMillis(1),
                Duration.ofSeconds(Long.MAX_VALUE));
    }

    @ParameterizedTest
    @MethodSource("badDurations")
    @DisplayName("are refused with a time that is none, and change nothing")
    void badExpiry(Duration expiresIn) {
        assertFails(
                rankings().increment(TABLE, List.of(new Increment("a", 5)), expiresIn), InvalidValueException.class);
        assertThat(tables()).isEmpty();
    }
}
