package dev.tidemark.mongo.ranking;

import static dev.tidemark.ranking.RankingStore.MAX_SCORE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SumsTest {

    @Test
    @DisplayName("stop at the limit of scores, whatever kind of number MongoDB makes of them")
    void limits() {
        Sums sums = new Sums();
        sums.add("last", MAX_SCORE - 1);
        sums.add("top", MAX_SCORE + 1);
        sums.add("far", 1e19);
        sums.add("low", -1e19);
        sums.add("int", -7);
        assertThat(sums.scores())
                .isEqualTo(Map.of(
                        "last", MAX_SCORE - 1, "top", MAX_SCORE, "far", MAX_SCORE, "low", -MAX_SCORE, "int", -7L));
    }
}
