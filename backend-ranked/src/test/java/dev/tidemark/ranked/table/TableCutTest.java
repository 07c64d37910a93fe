package dev.tidemark.ranked.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Score;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableCutTest {

    private final Table table = new Table("table");

    @ParameterizedTest(name = "seed {0}, {1} names, scores below {2}")
    @CsvSource({"1, 4, 3", "2, 300, 10", "3, 10000, 1000000", "4, 10000, 2"})
    @DisplayName("A cut that is written late is the table as it was, with its undos, and goes on as it would have")
    void writesTheStateAtTheCut(long seed, int names, int scores) throws IOException {
        Random random = new Random(seed);
        RandomTable changing = new RandomTable(random, table, new NaiveTable(), names, scores);
        for (int round = 0; round < 5; round++) {
            changing.change(names);
            Table.Cut cut = table.cut();
            NaiveTable atCut = changing.naive().copy();
            changing.change(names);
            Table read = roundTrip(cut);
            new RandomTable(random, read, atCut.copy(), names, scores).assertSameInTheEnd();
            // And a second time, changed before it is looked at.
            RandomTable goingOn = new RandomTable(random, roundTrip(cut), atCut, names, scores);
            goingOn.change(names);
            goingOn.assertSame();
        }
        changing.assertSameInTheEnd();
    }

    @Test
    @DisplayName("Retention, the time of the last write and of the last undo are kept")
    void keepsTimes() throws IOException {
        table.increment(3, List.of(new Increment("a", 1)), 5L);
        table.retain(4, Duration.ofMillis(10));
        table.undo(6, bytes -> true);
        Table.Cut cut = table.cut();
        table.retain(100, Duration.ofDays(1));
        table.forgetLastUndone();

        Table read = roundTrip(cut);

        assertThat(read.name()).isEqualTo("table");
        assertThat(read.isPastRetention(13)).isFalse();
        assertThat(read.isPastRetention(14)).isTrue();
        assertThat(read.lastUndone()).isEqualTo(5);
        assertThat(roundTrip(new Table("fresh").cut()).lastUndone()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    @DisplayName("An empty table is one record")
    void writesAnEmptyTable() throws IOException {
        Records records = new Records();
        table.cut().writeTo(records);
        assertThat(records.size()).isEqualTo(1);
        Table read = Table.read("table", records);
        assertThat(read.isEmpty()).isTrue();
        assertThat(read.nextDeadline()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    @DisplayName("The undos of a member that was removed and came back are not written; those it has now are")
    void writesLiveUndosOnly() throws IOException {
        table.increment(0, List.of(new Increment("a", 5), new Increment("b", 1)), 10L);
        table.remove(0, List.of("a"));
        table.increment(0, List.of(new Increment("a", 7)), 20L);
        Table.Cut cut = table.cut();
        table.remove(0, List.of("a", "b"));

        Table read = roundTrip(cut);

        read.undo(10, bytes -> true);
        assertThat(read.scores()).containsExactlyInAnyOrder(new Score("a", 7), new Score("b", 0));
        assertThat(read.lastUndone()).isEqualTo(10);
        read.remove(11, List.of("a"));
        read.set(11, Map.of("a", 3L));
        read.undo(20, bytes -> true);
        assertThat(read.scores()).containsExactlyInAnyOrder(new Score("a", 3), new Score("b", 0));
    }

    @Test
    @DisplayName(
            "A large table is written in records of a comfortable size, and a clear after the cut takes nothing away")
    void writesManyRecords() throws IOException {
        Map<String, Long> scores = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            scores.put("a member with a name of some length " + i, (long) i * i);
        }
        table.set(0, scores);
        Table.Cut cut = table.cut();
        table.clear();
        table.set(1, Map.of("other", 1L));

        Records records = new Records();
        cut.writeTo(records);

        assertThat(records.size()).isBetween(60, 100);
        Table read = Table.read("table", records);
        assertThat(read.size()).isEqualTo(100_000);
        assertThat(cut.scores()).hasSize(100_000);
        for (Score score : read.scores()) {
            assertThat(scores).containsEntry(score.member(), score.score());
        }
    }

    @Test
    @DisplayName("A table that is read where there is no memory to sort it is the same")
    void readsWithoutRoom() throws IOException {
        RandomTable changed = new RandomTable(new Random(6), table, new NaiveTable(), 20_000, 1000);
        changed.change(30_000);
        Records records = new Records(false);
        table.cut().writeTo(records);

        Table read = Table.read("table", records);

        new RandomTable(new Random(7), read, changed.naive(), 20_000, 1000).assertSameInTheEnd();
    }

    @Test
    @DisplayName("A cut is written by one thread while another changes the table")
    void writesWhileTheTableChanges() throws Exception {
        Random random = new Random(5);
        RandomTable changing = new RandomTable(random, table, new NaiveTable(), 20_000, 1000);
        changing.change(30_000);
        Table.Cut cut = table.cut();
        NaiveTable atCut = changing.naive().copy();
        Records records = new Records();
        Thread writer = new Thread(() -> {
            try {
                cut.writeTo(records);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        changing.change(10_000);
        writer.join();
        new RandomTable(random, Table.read("table", records), atCut, 20_000, 1000).assertSameInTheEnd();
        changing.assertSame();
    }

    private static Table roundTrip(Table.Cut cut) throws IOException {
        Records records = new Records();
        cut.writeTo(records);
        Table read = Table.read("table", records);
        assertThat(records.size()).isZero();
        return read;
    }
}
