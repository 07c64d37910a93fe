package dev.tidemark.ranking;

import static dev.tidemark.ranking.RankingStore.MAX_SCORE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.InvalidValueException;
import dev.tidemark.NumberOverflowException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RankingModelTest {

    @ParameterizedTest
    @ValueSource(longs = {MAX_SCORE + 1, -MAX_SCORE - 1, Long.MAX_VALUE, Long.MIN_VALUE})
    @DisplayName("an increment and a hit lie within the limit of scores")
    void beyond(long by) {
        assertThatThrownBy(() -> new Increment("a", by))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageStartingWith("by must be ");
        assertThatThrownBy(() -> new Hit("a", by, Instant.EPOCH)).isInstanceOf(InvalidValueException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {MAX_SCORE, -MAX_SCORE, 0})
    @DisplayName("an increment up to the limit is fine")
    void within(long by) {
        assertThat(new Increment("a", by).by()).isEqualTo(by);
        assertThat(new Hit("a", by, Instant.EPOCH).by()).isEqualTo(by);
    }

    @ParameterizedTest
    @MethodSource("dev.tidemark.tck.Oddities#illegalNames")
    @DisplayName("a member has a legal name")
    void names(String name) {
        assertThatThrownBy(() -> new Increment(name, 1)).isInstanceOf(InvalidValueException.class);
        assertThatThrownBy(() -> new Hit(name, 1, Instant.EPOCH)).isInstanceOf(InvalidValueException.class);
    }

    @Test
    @DisplayName("the increments of one table are merged into one for each member, in the order of the members")
    void merged() {
        List<Increment> by = List.of(
                new Increment("b", MAX_SCORE), new Increment("a", 1), new Increment("b", 5), new Increment("b", -6));
        assertThat(new TableIncrements("t", by, Duration.ofDays(1)).merged())
                .isEqualTo(new TableIncrements(
                        "t", List.of(new Increment("b", MAX_SCORE - 1), new Increment("a", 1)), Duration.ofDays(1)));
    }

    @Test
    @DisplayName("a merged increment lies within the limit of scores")
    void mergedBeyond() {
        List<Increment> twice = List.of(new Increment("a", MAX_SCORE), new Increment("a", 1));
        assertThatThrownBy(() -> new TableIncrements("t", twice, null).merged())
                .isInstanceOf(NumberOverflowException.class);
        List<Increment> often = Collections.nCopies(1_100, new Increment("a", -MAX_SCORE));
        assertThatThrownBy(() -> new TableIncrements("t", often, null).merged())
                .isInstanceOf(NumberOverflowException.class);
    }

    @Test
    @DisplayName("the limit is the largest number up to which a double keeps every whole one")
    void limit() {
        assertThat(MAX_SCORE).isEqualTo(9_007_199_254_740_991L);
        assertThat((long) (double) (MAX_SCORE - 1)).isEqualTo(MAX_SCORE - 1);
    }
}
