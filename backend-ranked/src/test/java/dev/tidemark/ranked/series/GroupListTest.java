package dev.tidemark.ranked.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Groups stood in one array list. Who inserted sparse counts, the newest first, moved all of it for every count: 10,000 a
 * request took 31 ms at first, and seconds from the 25th request on, under the series' lock.
 */
class GroupListTest {

    private final GroupList<CountGroup> groups = new GroupList<>();
    private final TreeMap<Long, CountGroup> model = new TreeMap<>();

    static Stream<Arguments> orders() {
        Random random = new Random(10);
        return Stream.of(
                Arguments.of("in order", (LongUnaryOperator) i -> 3 * i),
                Arguments.of("newest first", (LongUnaryOperator) i -> -3 * i),
                Arguments.of("in any order", (LongUnaryOperator) i -> random.nextInt(1_000_000)),
                Arguments.of("both ends in turn", (LongUnaryOperator) i -> i % 2 == 0 ? i : -i),
                Arguments.of("into the middle", (LongUnaryOperator) i -> i < 1000 ? i * 1_000_000 : 500_000_000 - i));
    }

    private void put(long number) {
        CountGroup group = new CountGroup(number);
        groups.put(group);
        model.put(number, group);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("orders")
    @DisplayName("Groups are found, and shown in their order, whatever order they came in")
    void likeAMap(String name, LongUnaryOperator number) {
        for (int i = 0; i < 20_000; i++) {
            put(number.applyAsLong(i));
            if (i < 3 || i == GroupChunk.CAPACITY || i == 2 * GroupChunk.CAPACITY || i == 19_999) {
                assertLikeModel();
            }
        }
        groups.removeIf(group -> group.number % 5 != 0);
        model.keySet().removeIf(each -> each % 5 != 0);
        assertLikeModel();
        put(17);
        put(number.applyAsLong(5));
        assertLikeModel();
        groups.removeIf(group -> true);
        model.clear();
        assertLikeModel();
        put(1);
        assertLikeModel();
    }

    private void assertLikeModel() {
        assertThat(groups.toList()).isEqualTo(new ArrayList<>(model.values()));
        assertThat(groups.isEmpty()).isEqualTo(model.isEmpty());
        List<Long> numbers = new ArrayList<>(model.keySet());
        for (int i = 0; i < numbers.size(); i += 1 + numbers.size() / 100) {
            long at = numbers.get(i);
            LongStream.of(at - 1, at, at + 1).forEach(from -> {
                assertThat(groups.get(from)).isSameAs(model.get(from));
                List<CountGroup> shown = new ArrayList<>();
                groups.forEachFrom(from, group -> {
                    shown.add(group);
                    return shown.size() < 700;
                });
                assertThat(shown)
                        .isEqualTo(
                                model.tailMap(from).values().stream().limit(700).toList());
            });
        }
    }

    @Test
    @DisplayName("Inserting newest first moves no more than a chunk at a time, however many groups there are")
    void notQuadratic() {
        long early = nanosToInsert(0, 100_000);
        nanosToInsert(100_000, 900_000);
        long late = nanosToInsert(900_000, 1_000_000);

        // With one array list it is more than 100 times as long.
        assertThat(late).isLessThan(20 * early + 200_000_000);
    }

    private long nanosToInsert(long from, long to) {
        long start = System.nanoTime();
        for (long i = from; i < to; i++) {
            groups.put(new CountGroup(-i));
        }
        return System.nanoTime() - start;
    }
}
