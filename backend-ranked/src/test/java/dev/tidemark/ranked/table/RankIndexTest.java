package dev.tidemark.ranked.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.Names;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankingStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RankIndexTest {

    private record Entry(int id, String name, long score) {}

    private static final Comparator<Entry> ORDER =
            Comparator.comparingLong(Entry::score).thenComparing(Entry::name, Names.UTF8_ORDER);

    private final ListedNames names = new ListedNames();
    private final List<Entry> entries = new ArrayList<>();
    private final TreeSet<Entry> model = new TreeSet<>(ORDER);
    private final RankIndex index = new RankIndex(names);

    @ParameterizedTest(name = "seed {0}, {1} members")
    @CsvSource({"1, 3000", "2, 20000", "3, 60000"})
    @DisplayName("Members that climb by steps of their own, again and again, stay in order")
    void climbing(long seed, int size) {
        // What is lowest is left behind and comes back: first nodes lose all of their entries and get lower ones later.
        Random random = new Random(seed);
        for (int i = 0; i < size; i++) {
            add("m" + i, 1 + random.nextInt(100));
        }
        for (int round = 1; round < 25; round++) {
            for (int i = 0; i < size; i++) {
                long step = 1 + i * 31L % 100;
                move(i, round % 8 == 0 ? step : entries.get(i).score + step);
            }
            assertSame();
        }
    }

    /** Large enough for three levels, with scores from all equal to all different. */
    @ParameterizedTest(name = "seed {0}, up to {1} members, scores below {2}")
    @CsvSource({
        "1, 40000, 1",
        "2, 40000, 50",
        "3, 100000, 1000000",
        "4, 3000, 2000",
        "5, 600, 3",
        "6, 30000, 9007199254740991"
    })
    @DisplayName("It is in the order of a sorted set through growing, moving and shrinking")
    void agreesWithSortedSet(long seed, int size, long scores) {
        Random random = new Random(seed);
        for (int i = 0; i < size; i++) {
            add("m" + i, score(random, scores));
        }
        assertSame();
        for (int i = 0; i < 2 * size; i++) {
            move(random.nextInt(size), score(random, scores));
        }
        assertSame();
        for (int i = 0; i < size; i++) {
            int place = random.nextInt(entries.size());
            move(place, entries.get(place).score + (random.nextInt(5) - 2) % scores);
        }
        assertSame();
        Collections.shuffle(entries, random);
        while (entries.size() > size / 50) {
            remove();
            if (entries.size() % 9973 == 0) {
                assertSame();
            }
        }
        assertSame();
        while (!entries.isEmpty()) {
            remove();
        }
        assertSame();
        add("again", 1);
        assertSame();
    }

    private static long score(Random random, long below) {
        long score = (long) (random.nextDouble() * below);
        return random.nextBoolean() ? score : -score;
    }

    @ParameterizedTest(name = "step {0}")
    @CsvSource({"1", "-1", "0"})
    @DisplayName("Members that come in order, and go in order, keep it in order")
    void takesSortedInput(int step) {
        for (int i = 0; i < 20000; i++) {
            add("m" + i, (long) i * step);
        }
        assertSame();
        // From the lowest on: the first leaf runs empty again and again, beside a full one.
        entries.sort(ORDER.reversed());
        while (entries.size() > 10) {
            remove();
        }
        assertSame();
    }

    @Test
    @DisplayName("Everybody can go to one end and come back from there")
    void movesToOneEnd() {
        for (int i = 0; i < 20000; i++) {
            add("m" + i, i);
        }
        for (int i = 0; i < 20000; i++) {
            move(i, 30000L + i / 3);
        }
        assertSame();
        for (int i = 19999; i >= 0; i--) {
            move(i, -i / 5);
        }
        assertSame();
    }

    @ParameterizedTest(name = "{0} members")
    @CsvSource({"0", "1", "8", "9", "56", "57", "64", "65", "130", "7168", "7169", "50000"})
    @DisplayName("Filled at once, it is as if the entries had been added, whatever was there, and goes on from there")
    void fillsAtOnce(int size) {
        Random random = new Random(size);
        long[] scores = new long[size];
        int[] ids = new int[size];
        for (int i = 0; i < size; i++) {
            Entry entry = new Entry(i, "m" + i, random.nextInt(size));
            names.add(entry.name);
            entries.add(entry);
            model.add(entry);
            scores[i] = entry.score;
            ids[i] = i;
        }
        index.fill(new long[size], ids.clone(), size);
        index.fill(scores, ids, size);
        assertSame();
        for (int i = 0; i < size; i++) {
            move(random.nextInt(size), random.nextInt(size));
            add("n" + i, random.nextInt(size));
        }
        assertSame();
        while (!entries.isEmpty()) {
            remove();
        }
        assertSame();
    }

    @Test
    @DisplayName("Among equal scores names stand in the order of their UTF-8 bytes, not of their chars")
    void ordersByUtf8() {
        add("\uFFFD", 1);
        add("\uD83D\uDE00", 1);
        add("z", 1);
        assertSame();
        assertThat(slice(Order.ASC, 0, 3)).extracting(Entry::name).containsExactly("z", "\uFFFD", "\uD83D\uDE00");
    }

    @ParameterizedTest(name = "seed {0}, scores below {1}")
    @CsvSource({"1, 1", "2, 30", "3, 100000"})
    @DisplayName("Names that have less and less in common keep it in order")
    void takesNamesThatHaveLessAndLessInCommon(long seed, int scores) {
        Random random = new Random(seed);
        String prefix = "a long prefix, é, and more";
        for (int i = 0; i < 20000; i++) {
            int common = Math.max(0, prefix.length() - i / 500);
            add(prefix.substring(0, common) + (char) ('!' + random.nextInt(90)) + i, random.nextInt(scores));
            move(random.nextInt(i + 1), random.nextInt(scores));
            if (i % 4000 == 0) {
                assertSame();
            }
        }
        assertSame();
        Collections.shuffle(entries, random);
        while (entries.size() > 100) {
            remove();
            move(random.nextInt(entries.size()), random.nextInt(scores));
        }
        assertSame();
    }

    @Test
    @DisplayName("It knows how far from 0 the scores reach")
    void knowsItsReach() {
        assertThat(index.reach()).isZero();
        add("a", -RankingStore.MAX_SCORE);
        add("b", 5);
        assertThat(index.reach()).isEqualTo(RankingStore.MAX_SCORE);
        move(0, 3);
        assertThat(index.reach()).isEqualTo(5);
    }

    private void add(String name, long score) {
        Entry entry = new Entry(names.size(), name, score);
        names.add(name);
        entries.add(entry);
        model.add(entry);
        index.add(entry.id, score);
    }

    private void move(int place, long score) {
        Entry before = entries.get(place);
        Entry after = new Entry(before.id, before.name, score);
        entries.set(place, after);
        model.remove(before);
        model.add(after);
        index.move(before.id, before.score, score);
    }

    private void remove() {
        Entry entry = entries.remove(entries.size() - 1);
        model.remove(entry);
        index.remove(entry.id, entry.score);
    }

    private void assertSame() {
        List<Entry> ascending = new ArrayList<>(model);
        List<Entry> descending = new ArrayList<>(model.descendingSet());
        assertThat(index.size()).isEqualTo(model.size());
        assertThat(slice(Order.ASC, 0, model.size()).equals(ascending)).isTrue();
        assertThat(slice(Order.DESC, 0, model.size()).equals(descending)).isTrue();
        for (int rank = 0; rank < ascending.size(); rank += 1 + ascending.size() / 200) {
            assertThat(rank(ascending.get(rank), Order.ASC)).isEqualTo(rank);
            assertThat(rank(descending.get(rank), Order.DESC)).isEqualTo(rank);
            int count = Math.min(3, ascending.size() - rank);
            assertThat(slice(Order.ASC, rank, count)).isEqualTo(ascending.subList(rank, rank + count));
            assertThat(slice(Order.DESC, rank, count)).isEqualTo(descending.subList(rank, rank + count));
        }
    }

    private int rank(Entry entry, Order order) {
        return index.rank(entry.id, entry.score, order);
    }

    private List<Entry> slice(Order order, int from, int count) {
        List<Entry> slice = new ArrayList<>();
        index.forEach(order, from, count, (id, score) -> slice.add(new Entry(id, names.name(id), score)));
        return slice;
    }
}
