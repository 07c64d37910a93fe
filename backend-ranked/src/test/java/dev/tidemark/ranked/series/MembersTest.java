package dev.tidemark.ranked.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tidemark.timeseries.Precision;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MembersTest {

    @ParameterizedTest(name = "seed {0}, {1} different")
    @CsvSource({"1, 1", "2, 8", "3, 9", "4, 13", "5, 1000", "6, 30000", "7, 300000"})
    @DisplayName("Exact members are those of a set, each once, in the order they came")
    void agreesWithSet(long seed, int different) {
        Random random = new Random(seed);
        ExactMembers members = new ExactMembers();
        Map<String, String> model = new HashMap<>();
        for (int i = 0; i < different * 2; i++) {
            String member = "m" + random.nextInt(different);
            model.putIfAbsent(member, member);
            assertThat(members.intern(member)).isSameAs(model.get(member));
        }
        assertThat(members.size()).isEqualTo(model.size());
        for (String member : model.keySet()) {
            members.add(member);
        }
        assertThat(members.size()).isEqualTo(model.size());
    }

    @Test
    @DisplayName("Members whose String.hashCode is the same are as quick to find as any")
    void takesCollidingHashCodes() {
        ExactMembers members = new ExactMembers();
        // "Aa" and "BB" have the same hash code, and so has everything made of as many of them.
        for (int bits = 0; bits < 1 << 17; bits++) {
            StringBuilder name = new StringBuilder();
            for (int i = 0; i < 17; i++) {
                name.append(((bits >> i) & 1) == 0 ? "Aa" : "BB");
            }
            members.add(name.toString());
        }
        assertThat(members.size()).isEqualTo(1 << 17);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("A set does not change by what is added to its fork")
    void forksAreApart(Precision precision) {
        for (int size : new int[] {1, 3, 8, 9, 100, 511, 512, 513, 2_000}) {
            Members members = Members.of(precision);
            IntStream.range(0, size).forEach(i -> members.add("m" + i));
            long before = members.size();
            Members fork = members.fork();
            IntStream.range(0, size * 3).forEach(i -> fork.add("m" + i));
            Members second = fork.fork();
            IntStream.range(0, size * 5).forEach(i -> second.add("m" + i));
            assertThat(members.size()).isEqualTo(before);
            assertThat((double) fork.size()).isCloseTo(size * 3, within(size * 0.1));
            assertThat((double) second.size()).isCloseTo(size * 5, within(size * 0.2));
        }
    }

    @Test
    @DisplayName("A union is exact as long as all of it is, and a sketch from the first sketch on")
    void unitesKinds() {
        Union union = new Union();
        assertThat(union.size()).isZero();
        assertThat(union.precision(Precision.EXACT)).isEqualTo(Precision.EXACT);
        assertThat(union.precision(Precision.APPROXIMATE)).isEqualTo(Precision.APPROXIMATE);

        union.add(members(Precision.EXACT, 0, 10));
        assertThat(union.size()).isEqualTo(10);
        union.add(members(Precision.EXACT, 5, 20));
        assertThat(union.size()).isEqualTo(20);
        assertThat(union.precision(Precision.EXACT)).isEqualTo(Precision.EXACT);

        union.add(members(Precision.APPROXIMATE, 15, 30));
        assertThat(union.size()).isEqualTo(30);
        assertThat(union.precision(Precision.EXACT)).isEqualTo(Precision.APPROXIMATE);

        union.add(members(Precision.EXACT, 0, 40));
        assertThat(union.size()).isEqualTo(40);
        union.add(members(Precision.APPROXIMATE, 0, 10_000));
        union.add(members(Precision.EXACT, 5_000, 20_000));
        assertThat((double) union.size()).isCloseTo(20_000, within(600.0));
    }

    @Test
    @DisplayName("A single sketch makes a union approximate, and is not changed by it")
    void unionLeavesItsPartsAlone() {
        Members sketch = members(Precision.APPROXIMATE, 0, 5);
        Union union = new Union();
        union.add(sketch);
        assertThat(union.size()).isEqualTo(5);
        assertThat(union.precision(Precision.EXACT)).isEqualTo(Precision.APPROXIMATE);
        union.add(members(Precision.EXACT, 0, 100));
        assertThat(union.size()).isEqualTo(100);
        assertThat(sketch.size()).isEqualTo(5);
    }

    private static Members members(Precision precision, int from, int to) {
        Members members = Members.of(precision);
        IntStream.range(from, to).forEach(i -> members.add("m" + i));
        return members;
    }
}
