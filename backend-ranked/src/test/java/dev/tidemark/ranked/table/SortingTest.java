package dev.tidemark.ranked.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.Names;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SortingTest {

    @ParameterizedTest(name = "seed {0}, {1} entries, scores below {2}")
    @CsvSource({"1, 0, 1", "2, 1, 1", "3, 16, 4", "4, 17, 4", "5, 1000, 1", "6, 33333, 100", "7, 100000, 10000000"})
    @DisplayName("Entries come out by score, and by name among equal scores")
    void sorts(long seed, int count, int below) {
        Random random = new Random(seed);
        List<String> names = random.ints(count, 0, Integer.MAX_VALUE)
                .mapToObj(number -> number + "é")
                .toList();
        long[] scores = random.longs(count, -below, below).toArray();
        List<Integer> expected = IntStream.range(0, count)
                .boxed()
                .sorted(Comparator.<Integer>comparingLong(id -> scores[id]).thenComparing(names::get, Names.UTF8_ORDER))
                .toList();

        ListedNames keyed = new ListedNames();
        names.forEach(keyed::add);
        Sorting sorted = new Sorting(scores.clone(), IntStream.range(0, count).toArray(), count, keyed);

        assertThat(sorted.count()).isEqualTo(count);
        assertThat(IntStream.range(0, count).map(sorted::id).boxed().toList()).isEqualTo(expected);
        assertThat(IntStream.range(0, count).mapToLong(sorted::score))
                .containsExactlyElementsOf(
                        expected.stream().map(id -> scores[id]).toList());
        assertThat(IntStream.range(0, count).mapToLong(sorted::key))
                .containsExactlyElementsOf(expected.stream().map(keyed::key).toList());
    }
}
