package dev.tidemark.ranking;

import static dev.tidemark.ranking.RankingStore.MAX_SCORE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.InvalidValueException;
import java.time.Instant;
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
    @DisplayName("the limit is the largest number up to which a double keeps every whole one")
    void limit() {
        assertThat(MAX_SCORE).isEqualTo(9_007_199_254_740_991L);
        assertThat((long) (double) (MAX_SCORE - 1)).isEqualTo(MAX_SCORE - 1);
    }
}
