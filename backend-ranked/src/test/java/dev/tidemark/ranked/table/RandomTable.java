package dev.tidemark.ranked.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.Score;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** A table that is changed at random, and beside it a naive one that is changed in the same way. */
final class RandomTable {

    /** No increment lasts longer than this. */
    private static final int LONGEST = 300;

    private final Random random;
    private final Table table;
    private final NaiveTable naive;
    private final int names;
    private final int scores;
    private long now;

    RandomTable(Random random, Table table, NaiveTable naive, int names, int scores) {
        this.random = random;
        this.table = table;
        this.naive = naive;
        this.names = names;
        this.scores = scores;
    }

    NaiveTable naive() {
        return naive;
    }

    void change(int times) {
        for (int i = 0; i < times; i++) {
            now++;
            switch (random.nextInt(10)) {
                case 0 -> set();
                case 1 -> remove();
                case 2 -> undo();
                default -> increment();
            }
        }
    }

    /** Lets all that is pending become due at once. */
    void incrementAndSleep(int times) {
        for (int i = 0; i < times; i++) {
            increment();
        }
        now += LONGEST;
        undo();
    }

    private void set() {
        Map<String, Long> to = Map.of(name(), (long) random.nextInt(scores));
        table.set(now, to);
        naive.set(to);
    }

    private void remove() {
        List<String> members = List.of(name(), name());
        assertThat(table.remove(now, members)).isEqualTo(naive.remove(members));
    }

    private void undo() {
        table.undo(now, bytes -> random.nextBoolean());
        assertThat(table.nextDeadline()).isGreaterThan(now);
        naive.undo(now);
    }

    private void increment() {
        List<Increment> by = IntStream.rangeClosed(0, random.nextInt(3))
                .mapToObj(i -> new Increment(name(), random.nextInt(scores) - scores / 3))
                .toList();
        Long deadline = random.nextBoolean() ? null : Long.valueOf(now + 1 + random.nextInt(LONGEST));
        table.checkIncrement(by);
        List<Score> expected = naive.increment(by, deadline);
        assertThat(table.increment(now, by, deadline)).isEqualTo(expected);
    }

    private String name() {
        // Few are chosen often, as it is in life.
        return "member:" + random.nextInt(1 + random.nextInt(names));
    }

    void assertSame() {
        for (Order order : Order.values()) {
            RankPage expected = naive.all(order);
            assertThat(table.range(order, 0, Integer.MAX_VALUE)).isEqualTo(expected);
            for (int i = 0; i < 20 && !expected.entries().isEmpty(); i++) {
                Ranked one = expected.entries().get(random.nextInt(naive.size()));
                assertThat(table.rank(one.member(), order)).contains(one);
            }
        }
        assertThat(table.size()).isEqualTo(naive.size());
        assertThat(table.scores()).hasSize(naive.size());
    }

    /** Lets all come to pass that is pending. */
    void assertSameInTheEnd() {
        assertSame();
        while (table.nextDeadline() < Long.MAX_VALUE) {
            now = Math.max(now, table.nextDeadline()) + 100;
            undo();
            assertSame();
        }
    }
}
