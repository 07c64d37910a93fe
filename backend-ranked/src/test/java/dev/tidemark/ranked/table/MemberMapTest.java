package dev.tidemark.ranked.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemberMapTest {

    private final Roster roster = new Roster();
    private final MemberMap map = new MemberMap(roster);
    private final Map<String, Integer> model = new HashMap<>();
    private final List<String> names = new ArrayList<>();

    @ParameterizedTest(name = "seed {0}, {1} changes, {2} of 10 add")
    @CsvSource({"1, 100, 7", "2, 200000, 7", "3, 200000, 5"})
    @DisplayName("It finds what a hash map finds, through growing, splitting and shrinking")
    void agreesWithHashMap(long seed, int changes, int adds) {
        Random random = new Random(seed);
        for (int i = 0; i < changes; i++) {
            if (names.isEmpty() || random.nextInt(10) < adds) {
                add("member:" + i, MemberMap::tag);
            } else {
                remove(random.nextInt(names.size()), MemberMap::tag);
            }
        }
        assertSame(MemberMap::tag);
        while (!names.isEmpty()) {
            remove(random.nextInt(names.size()), MemberMap::tag);
        }
        add("again", MemberMap::tag);
        assertSame(MemberMap::tag);
    }

    @Test
    @DisplayName("Names whose hashes are all equal are still told apart")
    void tellsEqualHashesApart() {
        Random random = new Random(4);
        ToIntFunction<String> same = name -> 0xCAFE_BABE;
        for (int i = 0; i < 4000; i++) {
            add("member:" + i, same);
        }
        assertSame(same);
        while (names.size() > 10) {
            remove(random.nextInt(names.size()), same);
        }
        assertSame(same);
    }

    @Test
    @DisplayName("Chains that go around the end of a segment close up when one of them is removed")
    void closesUpAroundTheEnd() {
        Random random = new Random(5);
        for (int round = 0; round < 2000; round++) {
            // Six in eight slots, most of them at home in the last two.
            ToIntFunction<String> last = name -> name.hashCode() % 4 == 0 ? name.hashCode() : 6 + name.hashCode() % 2;
            while (names.size() < 6) {
                add("m" + random.nextInt(1000) + "-" + round + "-" + names.size(), last);
            }
            for (int i = random.nextInt(6); i >= 0; i--) {
                remove(random.nextInt(names.size()), last);
                assertSame(last);
            }
        }
    }

    @ParameterizedTest(name = "seed {0}, hashes differ: {1}")
    @CsvSource({"6, true", "7, false"})
    @DisplayName("Names short and long are told apart, while they have less and less in common")
    void tellsNamesApart(long seed, boolean hashesDiffer) {
        Random random = new Random(seed);
        String prefix = "a long prefix, é, and more";
        // Where hashes are few it is the names that have to tell.
        ToIntFunction<String> tag = name -> hashesDiffer ? MemberMap.tag(name) : MemberMap.tag(name) | 0x7FFF_FF00;
        for (int i = 0; i < 6000; i++) {
            int common = Math.max(0, prefix.length() - i / 200);
            add(prefix.substring(0, common) + "~".repeat(random.nextInt(12)) + i, tag);
            if (i % 3 == 2) {
                remove(random.nextInt(names.size()), tag);
            }
            roster.setScore(Objects.requireNonNull(model.get(names.get(random.nextInt(names.size())))), i);
        }
        assertSame(tag);
        for (String name : names) {
            for (String other : List.of(name + "0", "~" + name, name.substring(0, name.length() - 1))) {
                assertThat(find(other, tag)).as(other).isEqualTo(model.getOrDefault(other, MemberMap.NONE));
            }
        }
    }

    private int find(String name, ToIntFunction<String> tag) {
        return map.find(tag.applyAsInt(name), name);
    }

    private void add(String name, ToIntFunction<String> tag) {
        int id = roster.add(name, 0);
        map.add(tag.applyAsInt(name), id);
        model.put(name, id);
        names.add(name);
    }

    private void remove(int place, ToIntFunction<String> tag) {
        String name = names.set(place, names.get(names.size() - 1));
        names.remove(names.size() - 1);
        int id = Objects.requireNonNull(model.remove(name));
        map.remove(tag.applyAsInt(name), id);
        roster.remove(id);
        assertThat(map.find(tag.applyAsInt(name), name)).isEqualTo(MemberMap.NONE);
    }

    private void assertSame(ToIntFunction<String> tag) {
        model.forEach((name, id) -> {
            if (map.find(tag.applyAsInt(name), name) != id) {
                assertThat(map.find(tag.applyAsInt(name), name)).as(name).isEqualTo(id);
            }
        });
        assertThat(roster.size()).isEqualTo(model.size());
        assertThat(map.find(tag.applyAsInt("nobody"), "nobody")).isEqualTo(MemberMap.NONE);
    }
}
