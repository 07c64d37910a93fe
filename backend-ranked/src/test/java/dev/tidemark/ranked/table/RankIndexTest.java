package dev.tidemark.ranked.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.Names;
import dev.tidemark.ranking.Order;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RankIndexTest {

    private static final Comparator<Entry> ORDER = Comparator.<Entry>comparingLong(entry -> entry.score)
            .thenComparing(entry -> entry.member, Names.UTF8_ORDER);

    private final RankIndex index = new RankIndex();
    private final TreeSet<Entry> model = new TreeSet<>(ORDER);
    private final List<Entry> entries = new ArrayList<>();

    /** Large enough for many chunks, with scores from all equal to all different. */
    @ParameterizedTest(name = "seed {0}, up to {1} members, scores below {2}")
    @CsvSource({"1, 20000, 1", "2, 20000, 50", "3, 20000, 1000000", "4, 3000, 2000", "5, 600, 3"})
    @DisplayName("It is in the order of a sorted set through growing, moving and shrinking")
    void agreesWithSortedSet(long seed, int size, int scores) {
        Random random = new Random(seed);
        for (int i = 0; i < size; i++) {
            add(new Entry("m" + i, random.nextInt(scores)));
        }
        assertSame();
        for (int i = 0; i < size; i++) {
            move(entries.get(random.nextInt(entries.size())), random.nextInt(scores * 2));
        }
        assertSame();
        Collections.shuffle(entries, random);
        while (entries.size() > size / 50) {
            remove(entries.get(entries.size() - 1));
            if (entries.size() % 997 == 0) {
                assertSame();
            }
        }
        assertSame();
        while (!entries.isEmpty()) {
            remove(entries.get(entries.size() - 1));
        }
        assertSame();
        add(new Entry("again", 1));
        assertSame();
    }

    @ParameterizedTest(name = "step {0}")
    @CsvSource({"1", "-1"})
    @DisplayName("Members that come in order, and go in order, keep it in order")
    void takesSortedInput(int step) {
        for (int i = 0; i < 5000; i++) {
            add(new Entry("m" + i, (long) i * step));
        }
        assertSame();
        // From the lowest on: the first chunk runs empty again and again, beside a full one.
        while (model.size() > 10) {
            remove(model.first());
        }
        assertSame();
    }

    private void add(Entry entry) {
        index.add(entry);
        model.add(entry);
        entries.add(entry);
    }

    private void move(Entry entry, long score) {
        model.remove(entry);
        index.move(entry, score);
        model.add(entry);
    }

    private void remove(Entry entry) {
        model.remove(entry);
        index.remove(entry);
        if (entries.get(entries.size() - 1) == entry) {
            entries.remove(entries.size() - 1);
        }
    }

    private void assertSame() {
        List<Entry> ascending = new ArrayList<>(model);
        List<Entry> descending = new ArrayList<>(model.descendingSet());
        assertThat(index.size()).isEqualTo(model.size());
        assertThat(slice(Order.ASC, 0, model.size())).isEqualTo(ascending);
        assertThat(slice(Order.DESC, 0, model.size())).isEqualTo(descending);
        for (int rank = 0; rank < ascending.size(); rank += 1 + ascending.size() / 200) {
            assertThat(index.rank(ascending.get(rank), Order.ASC)).isEqualTo(rank);
            assertThat(index.rank(descending.get(rank), Order.DESC)).isEqualTo(rank);
            int count = Math.min(3, ascending.size() - rank);
            assertThat(slice(Order.ASC, rank, count)).isEqualTo(ascending.subList(rank, rank + count));
            assertThat(slice(Order.DESC, rank, count)).isEqualTo(descending.subList(rank, rank + count));
        }
    }

    private List<Entry> slice(Order order, int from, int count) {
        List<Entry> slice = new ArrayList<>();
        index.forEach(order, from, count, slice::add);
        return slice;
    }
}
