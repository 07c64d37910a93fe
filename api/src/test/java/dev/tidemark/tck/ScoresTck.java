package dev.tidemark.tck;

import static dev.tidemark.ranking.Order.ASC;
import static dev.tidemark.ranking.Order.DESC;
import static dev.tidemark.ranking.RankingStore.MAX_SCORE;
import static dev.tidemark.tck.Stages.assertFails;
import static dev.tidemark.tck.Stages.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.InvalidValueException;
import dev.tidemark.NumberOverflowException;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.Score;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Setting scores and adding to them, up to the limits of what a score can be. */
abstract class ScoresTck extends RankingGroup {

    ScoresTck(Supplier<TckBackend> kits) {
        super(kits);
    }

    private List<Score> increment(Increment... by) {
        return get(rankings().increment(TABLE, List.of(by), null));
    }

    private void refuse(Increment... by) {
        RankPage before = all(ASC);
        assertFails(rankings().increment(TABLE, List.of(by), null), NumberOverflowException.class);
        assertFails(
                rankings().increment(TABLE, Arrays.asList(by), Duration.ofSeconds(10)), NumberOverflowException.class);
        assertThat(all(ASC)).isEqualTo(before);
    }

    @Test
    @DisplayName("set replaces some scores and leaves the others")
    void set() {
        set(TABLE, Map.of("a", 1L, "b", 2L));
        set(TABLE, Map.of("b", -7L, "c", 3L));
        assertThat(all(ASC).entries())
                .containsExactly(new Ranked(1, "b", -7), new Ranked(2, "a", 1), new Ranked(3, "c", 3));
    }

    @Test
    @DisplayName("set of nothing does nothing, not even make a table")
    void setNothing() {
        set(TABLE, Map.of());
        assertThat(get(rankings().increment(TABLE, List.of(), null))).isEmpty();
        assertThat(tables()).isEmpty();
    }

    @Test
    @DisplayName("an increment starts at 0 and answers the new score")
    void increments() {
        assertThat(increment("a", 5)).isEqualTo(5);
        assertThat(increment("a", -8)).isEqualTo(-3);
        assertThat(increment("b", -1)).isEqualTo(-1);
        set(TABLE, Map.of("a", 100L));
        assertThat(increment("a", 1)).isEqualTo(101);
    }

    @Test
    @DisplayName("a member several times in one command gets a score for each, in order")
    void severalTimes() {
        assertThat(increment(
                        new Increment("a", 5),
                        new Increment("b", 1),
                        new Increment("a", -2),
                        new Increment("a", 0),
                        new Increment("b", 1)))
                .containsExactly(
                        new Score("a", 5), new Score("b", 1), new Score("a", 3), new Score("a", 3), new Score("b", 2));
        assertThat(all(DESC).entries()).containsExactly(new Ranked(1, "a", 3), new Ranked(2, "b", 2));
    }

    @Test
    @DisplayName("a member whose score is 0 stays")
    void zeroStays() {
        increment("a", 5);
        increment("a", -5);
        increment("b", 0);
        set(TABLE, Map.of("c", 0L));
        assertThat(all(ASC).entries())
                .containsExactly(new Ranked(1, "a", 0), new Ranked(2, "b", 0), new Ranked(3, "c", 0));
    }

    @Test
    @DisplayName("1,000 members in one command are all set, and all incremented")
    void manyMembers() {
        Map<String, Long> scores = new HashMap<>();
        IntStream.range(0, 1_000).forEach(i -> scores.put("m" + i, (long) i));
        set(TABLE, scores);
        List<Increment> by = IntStream.range(0, 1_000)
                .mapToObj(i -> new Increment("m" + i, 1_000 - i))
                .toList();
        assertThat(get(rankings().increment(TABLE, by, null)))
                .hasSize(1_000)
                .allSatisfy(score -> assertThat(score.score()).isEqualTo(1_000));
        assertThat(all(ASC).total()).isEqualTo(1_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {MAX_SCORE, -MAX_SCORE, MAX_SCORE - 1, 1 - MAX_SCORE, 4_503_599_627_370_497L})
    @DisplayName("every score up to the limit is kept to the last digit")
    void exact(long score) {
        set(TABLE, Map.of("set", score));
        assertThat(score("set")).isEqualTo(score);
        assertThat(increment("incremented", score)).isEqualTo(score);
        assertThat(score("incremented")).isEqualTo(score);
    }

    @Test
    @DisplayName("scores next to each other at the limit are told apart")
    void toldApart() {
        set(TABLE, Map.of("c", MAX_SCORE - 1, "b", MAX_SCORE, "a", MAX_SCORE - 2, "z", -MAX_SCORE, "y", 1 - MAX_SCORE));
        assertThat(members(ASC)).containsExactly("z", "y", "a", "c", "b");
    }

    @ParameterizedTest
    @ValueSource(longs = {MAX_SCORE + 1, -MAX_SCORE - 1, Long.MAX_VALUE, Long.MIN_VALUE})
    @DisplayName("a score beyond the limit cannot be set, and the others of the command are not either")
    void setBeyond(long score) {
        set(TABLE, Map.of("a", 1L));
        assertFails(rankings().set(TABLE, Map.of("a", 2L, "b", score, "c", 3L)), InvalidValueException.class);
        assertThat(all(ASC)).isEqualTo(new RankPage(1, List.of(new Ranked(1, "a", 1))));
    }

    @Test
    @DisplayName("an increment beyond the limit is refused and changes nothing")
    void incrementBeyond() {
        set(TABLE, Map.of("top", MAX_SCORE, "bottom", -MAX_SCORE));
        refuse(new Increment("top", 1));
        refuse(new Increment("bottom", -1));
        refuse(new Increment("top", MAX_SCORE));
        refuse(new Increment("bottom", -MAX_SCORE));
    }

    @Test
    @DisplayName("one increment too many refuses its whole command")
    void oneOfSeveral() {
        set(TABLE, Map.of("top", MAX_SCORE, "b", 5L));
        refuse(new Increment("a", 1), new Increment("top", 1), new Increment("b", 1));
        refuse(new Increment("a", 1), new Increment("b", 1), new Increment("top", 1));
    }

    @Test
    @DisplayName("a score may not leave the limit on the way either, within one command")
    void runningSum() {
        refuse(new Increment("a", MAX_SCORE), new Increment("a", 1), new Increment("a", -1));
        assertThat(tables()).isEmpty();
        increment(new Increment("a", MAX_SCORE), new Increment("a", -1), new Increment("a", 1));
        assertThat(score("a")).isEqualTo(MAX_SCORE);
    }

    @Test
    @DisplayName("an increment can cross from one limit to the other")
    void crosses() {
        set(TABLE, Map.of("a", -MAX_SCORE));
        assertThat(increment(new Increment("a", MAX_SCORE), new Increment("a", MAX_SCORE)))
                .containsExactly(new Score("a", 0), new Score("a", MAX_SCORE));
    }

    @Test
    @DisplayName("the same member in another table is another")
    void otherTable() {
        increment("x", "a", 1);
        increment("x@y", "a", 2);
        increment("x@z", "a", 3);
        assertThat(score("x", "a")).isEqualTo(1);
        assertThat(score("x@y", "a")).isEqualTo(2);
        assertThat(score("x@z", "a")).isEqualTo(3);
    }
}
