package dev.tidemark.ranked.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.NumberOverflowException;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.ranking.Score;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableTest {

    private static final long MAX = RankingStore.MAX_SCORE;

    private final Table table = new Table("table");

    @ParameterizedTest(name = "seed {0}, {1} names, scores below {2}")
    @CsvSource({"1, 5, 3", "2, 300, 10", "3, 3000, 1000000"})
    @DisplayName("It does what a naive one does")
    void agreesWithNaiveTable(long seed, int names, int scores) {
        RandomTable random = new RandomTable(new Random(seed), table, new NaiveTable(), names, scores);
        for (int i = 0; i < 40; i++) {
            random.change(500);
            random.assertSame();
        }
    }

    @Test
    @DisplayName("A page, a rank and the neighbours are those of the order asked for")
    void readsParts() {
        table.set(0, Map.of("a", 1L, "b", 2L, "c", 2L, "d", 5L));
        assertThat(table.range(Order.DESC, 1, 2))
                .isEqualTo(new RankPage(4, List.of(new Ranked(2, "c", 2), new Ranked(3, "b", 2))));
        assertThat(table.range(Order.ASC, 4, 2)).isEqualTo(new RankPage(4, List.of()));
        assertThat(table.range(Order.ASC, 3, Integer.MAX_VALUE).entries()).containsExactly(new Ranked(4, "d", 5));
        assertThat(table.rank("c", Order.DESC)).contains(new Ranked(2, "c", 2));
        assertThat(table.rank("x", Order.DESC)).isEmpty();
        assertThat(table.around("a", Order.ASC, 1).entries())
                .containsExactly(new Ranked(1, "a", 1), new Ranked(2, "b", 2));
        assertThat(table.around("d", Order.ASC, Integer.MAX_VALUE).entries()).hasSize(4);
        assertThat(table.around("x", Order.ASC, 1)).isEqualTo(new RankPage(4, List.of()));
    }

    @Test
    @DisplayName("Increments that would leave the limits one after the other are refused, though their sum would not")
    void refusesRunningOverflow() {
        table.set(0, Map.of("a", MAX - 1, "b", -MAX));
        List<Increment> beyond = List.of(new Increment("a", 2), new Increment("a", -2));
        assertThatThrownBy(() -> table.checkIncrement(beyond))
                .isInstanceOf(NumberOverflowException.class)
                .hasMessageContaining("'a' in table 'table'");
        assertThatThrownBy(() -> table.checkIncrement(List.of(new Increment("c", 1), new Increment("b", -1))))
                .isInstanceOf(NumberOverflowException.class);
        table.checkIncrement(List.of(new Increment("a", 1), new Increment("a", -MAX), new Increment("a", -MAX)));
        table.checkIncrement(List.of(new Increment("b", MAX), new Increment("c", MAX), new Increment("c", -MAX)));
        assertThat(table.scores()).containsExactlyInAnyOrder(new Score("a", MAX - 1), new Score("b", -MAX));
    }

    @Test
    @DisplayName("A table that came back from the limits takes increments again")
    void comesBackFromTheLimits() {
        table.set(0, Map.of("a", MAX));
        table.set(0, Map.of("a", 1L));
        table.checkIncrement(List.of(new Increment("a", MAX - 1)));
        assertThatThrownBy(() -> table.checkIncrement(List.of(new Increment("a", MAX))))
                .isInstanceOf(NumberOverflowException.class);
    }

    @Test
    @DisplayName("Undos are done when they are due, in order of deadline")
    void undoesWhatIsDue() {
        for (long deadline = 30; deadline > 0; deadline -= 10) {
            table.increment(0, List.of(new Increment("a", deadline)), deadline);
        }
        assertThat(table.nextDeadline()).isEqualTo(10);
        table.undo(9, bytes -> true);
        assertThat(table.lastUndone()).isEqualTo(Long.MIN_VALUE);
        table.undo(10, bytes -> true);
        assertThat(table.scores()).containsExactly(new Score("a", 50));
        assertThat(table.lastUndone()).isEqualTo(10);
        table.undo(25, bytes -> true);
        assertThat(table.scores()).containsExactly(new Score("a", 30));
        assertThat(table.lastUndone()).isEqualTo(20);
        assertThat(table.nextDeadline()).isEqualTo(30);
        table.undo(30, bytes -> true);
        assertThat(table.scores()).containsExactly(new Score("a", 0));
        assertThat(table.nextDeadline()).isEqualTo(Long.MAX_VALUE);
        table.forgetLastUndone();
        assertThat(table.lastUndone()).isEqualTo(Long.MIN_VALUE);
    }

    @ParameterizedTest(name = "seed {0}, {1} members")
    @CsvSource({"1, 1", "2, 7", "3, 100", "4, 3000", "5, 20000"})
    @DisplayName("However many undos are due at once, they leave the table as if each had come alone")
    void undoesAnyNumberAtOnce(long seed, int members) {
        RandomTable random = new RandomTable(new Random(seed), table, new NaiveTable(), members, 50);
        for (int i = 0; i < 3; i++) {
            random.incrementAndSleep(members + 1000);
            random.assertSame();
            random.change(1000);
            random.assertSame();
        }
    }

    @Test
    @DisplayName("An undo that was cancelled does nothing, not even to who has the id now")
    void cancelsUndos() {
        table.increment(0, List.of(new Increment("a", 5), new Increment("b", 5)), 10L);
        assertThat(table.remove(0, List.of("a", "x"))).isEqualTo(1);
        table.increment(0, List.of(new Increment("c", 7)), 20L);
        table.increment(0, List.of(new Increment("a", 1)), null);
        table.undo(15, bytes -> true);
        assertThat(table.scores()).containsExactlyInAnyOrder(new Score("a", 1), new Score("b", 0), new Score("c", 7));
        table.undo(20, bytes -> true);
        assertThat(table.rank("c", Order.ASC)).contains(new Ranked(2, "c", 0));
    }

    @Test
    @DisplayName("An undo that would leave the limits stops there")
    void clampsUndos() {
        table.increment(0, List.of(new Increment("a", -5)), 10L);
        table.set(0, Map.of("a", MAX - 1));
        table.undo(10, bytes -> true);
        assertThat(table.scores()).containsExactly(new Score("a", MAX));
        table.checkIncrement(List.of(new Increment("a", -MAX)));
        assertThatThrownBy(() -> table.checkIncrement(List.of(new Increment("a", 1))))
                .isInstanceOf(NumberOverflowException.class);
    }

    @Test
    @DisplayName("Retention counts from the last write, and a table that was cleared has none")
    void isPastRetention() {
        table.set(100, Map.of("a", 1L));
        assertThat(table.isPastRetention(Long.MAX_VALUE)).isFalse();
        table.retain(200, Duration.ofMillis(50));
        assertThat(table.isPastRetention(249)).isFalse();
        assertThat(table.isPastRetention(250)).isTrue();
        table.increment(240, List.of(new Increment("a", 1)), 245L);
        assertThat(table.isPastRetention(289)).isFalse();
        table.undo(280, bytes -> true);
        assertThat(table.isPastRetention(290)).isTrue();
        table.clear();
        assertThat(table.isEmpty()).isTrue();
        assertThat(table.isPastRetention(1000)).isFalse();
        table.set(300, Map.of("b", 1L));
        assertThat(table.isPastRetention(1000)).isFalse();
        assertThat(table.nextDeadline()).isEqualTo(Long.MAX_VALUE);
    }

    /** Expiries of members that were removed took 24 bytes each until their deadlines, which may be years away. */
    @Test
    @DisplayName("Members that come with a deadline and are removed leave nothing behind, however many there are")
    void cancelledUndosAreFreed() {
        Table table = new Table("t");
        table.increment(0, List.of(new Increment("stays", 1)), 1_000_000L);
        for (int i = 0; i < 100_000; i++) {
            table.increment(0, List.of(new Increment("m" + i, 1)), 1_000_000L + i);
            table.remove(0, List.of("m" + i));
        }
        assertThat(table.pending()).isLessThan(100);

        table.increment(0, Collections.nCopies(100_000, new Increment("heavy", 1)), 2_000_000L);
        table.remove(0, List.of("heavy"));
        for (int i = 0; i < 10; i++) {
            table.reclaim();
        }
        assertThat(table.pending()).isLessThan(100);
        table.undo(3_000_000, bytes -> true);
        assertThat(table.rank("stays", Order.ASC).orElseThrow().score()).isZero();
        assertThat(table.pending()).isZero();
    }

    /** The Javadoc said that this takes a {@code set}. */
    @Test
    @DisplayName("The expiry of a decrement stops at the limit if an increment has taken its room, without any set")
    void expiryStopsAtTheLimit() {
        Table table = new Table("t");
        table.increment(0, List.of(new Increment("x", RankingStore.MAX_SCORE)), null);
        table.increment(0, List.of(new Increment("x", -100)), 1_000L);
        table.increment(0, List.of(new Increment("x", 100)), null);
        table.undo(1_000, bytes -> true);
        assertThat(table.rank("x", Order.ASC).orElseThrow().score()).isEqualTo(RankingStore.MAX_SCORE);
    }
}
