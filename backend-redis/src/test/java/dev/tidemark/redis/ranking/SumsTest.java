package dev.tidemark.redis.ranking;

import static dev.tidemark.ranking.RankingStore.MAX_SCORE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SumsTest {

    private static RankPage page(String member, long score) {
        return new RankPage(1, List.of(new Ranked(1, member, score)));
    }

    @Test
    @DisplayName("A sum that leaves the limit and comes back is exact, and one that stays beyond stops there")
    void limits() {
        Sums sums = new Sums()
                .add(page("back", MAX_SCORE))
                .add(page("back", 2))
                .add(page("back", -5))
                .add(page("beyond", -MAX_SCORE))
                .add(page("beyond", -1));
        assertThat(sums.page(Order.ASC, 5).entries())
                .containsExactly(new Ranked(1, "beyond", -MAX_SCORE), new Ranked(2, "back", MAX_SCORE - 3));
    }

    @Test
    @DisplayName("Thousands of the highest score do not turn negative")
    void manyTables() {
        Sums sums = new Sums();
        for (int i = 0; i < 3_000; i++) {
            sums.add(page("a", MAX_SCORE));
        }
        assertThat(sums.page(Order.DESC, 1).entries()).containsExactly(new Ranked(1, "a", MAX_SCORE));
    }

    @Test
    @DisplayName("Ties are in order of UTF-8 bytes, where Java's own order differs")
    void ties() {
        Sums sums = new Sums().add(page("\uD83D\uDE00", 1)).add(page("\uFF5E", 1));
        assertThat(sums.page(Order.DESC, 2).entries())
                .containsExactly(new Ranked(1, "\uD83D\uDE00", 1), new Ranked(2, "\uFF5E", 1));
    }

    @Test
    @DisplayName("Parts hold each member once")
    void parts() {
        Sums sums = new Sums();
        for (int i = 0; i < 25; i++) {
            sums.add(page("m" + i, i));
        }
        Map<String, Long> all = new HashMap<>();
        sums.inParts(10, part -> {
            assertThat(part).hasSizeLessThanOrEqualTo(10);
            part.forEach((member, sum) -> assertThat(all.put(member, sum)).isNull());
        });
        assertThat(all).hasSize(25).containsEntry("m24", 24L);
    }
}
