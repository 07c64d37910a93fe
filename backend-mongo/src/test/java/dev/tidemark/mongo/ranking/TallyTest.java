package dev.tidemark.mongo.ranking;

import static dev.tidemark.ranking.RankingStore.MAX_SCORE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Score;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Changes that go out in one transaction")
class TallyTest {

    private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

    private static Tally tally(@Nullable Instant due) {
        TableState table = new TableState("game", 4711L, 1, null, null, due, NOW);
        return new Tally(table, 4711, Map.of("a", MAX_SCORE - 1));
    }

    private static Change increment(String member, long by) {
        return new Change.Incrementing(List.of(new Increment(member, by)), null);
    }

    private static Change expiring(String member, long seconds) {
        return new Change.Incrementing(List.of(new Increment(member, 1)), Duration.ofSeconds(seconds));
    }

    @Test
    @DisplayName("are refused each on its own, and what is refused is not seen by the next")
    void refusedEach() {
        Tally tally = tally(null);
        assertThat(tally.add(increment("a", 1)).scores()).containsExactly(new Score("a", MAX_SCORE));
        Tally.Outcome refused = tally.add(
                new Change.Incrementing(List.of(new Increment("b", 5), new Increment("a", 1)), Duration.ofSeconds(1)));
        assertThat(refused.refusal()).hasMessageContaining("'a'");
        assertThat(tally.add(increment("b", 2)).scores()).containsExactly(new Score("b", 2));
        assertThat(tally.undos()).isEmpty();
        assertThat(tally.added()).isEqualTo(1);
    }

    @Test
    @DisplayName("see what the one before has set")
    void inOrder() {
        Tally tally = tally(null);
        tally.add(new Change.Setting(Map.of("a", 10L)));
        assertThat(tally.add(increment("a", 5)).scores()).containsExactly(new Score("a", 15));
    }

    @Test
    @DisplayName("are due when the first of them is, or one that was pending before")
    void due() {
        Tally none = tally(null);
        none.add(increment("b", 1));
        assertThat(none.due()).isNull();
        Tally first = tally(null);
        first.add(expiring("b", 20));
        first.add(expiring("b", 10));
        assertThat(first.due()).isEqualTo(NOW.plusSeconds(10));
        Tally later = tally(NOW.plusSeconds(5));
        later.add(expiring("b", 10));
        assertThat(later.due()).isEqualTo(NOW.plusSeconds(5));
    }

    @Test
    @DisplayName("write a member that stays as it is, so that MongoDB notices who else does")
    void unchanged() {
        Tally tally = tally(null);
        tally.add(increment("a", 0));
        assertThat(tally.writes()).hasSize(2);
    }
}
