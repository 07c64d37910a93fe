package dev.tidemark.ranked.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RosterTest {

    private record Member(String name, long score) {}

    private final Roster roster = new Roster();
    private final Map<Integer, Member> model = new TreeMap<>();

    @Test
    @DisplayName("An id is used again, but in another generation")
    void usesIdsAgain() {
        int ann = roster.add("ann", 1);
        roster.add("bob", 2);
        int generation = roster.generation(ann);
        roster.remove(ann);
        int cid = roster.add("cid", 3);
        assertThat(cid).isEqualTo(ann);
        assertThat(roster.generation(cid)).isNotEqualTo(generation);
        assertThat(roster.name(cid)).isEqualTo("cid");
        assertThat(roster.score(cid)).isEqualTo(3);
        assertThat(roster.add("dan", 4)).isEqualTo(2);
        assertThat(roster.size()).isEqualTo(3);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    @DisplayName("Every cut stays as it was, whatever comes later")
    void cutsStay(long seed) {
        Random random = new Random(seed);
        Map<Roster.Cut, Map<Integer, Member>> cuts = new LinkedHashMap<>();
        List<Integer> ids = new ArrayList<>();
        for (int i = 0; i < 60_000; i++) {
            int what = random.nextInt(10);
            if (what < 5 || ids.isEmpty()) {
                int id = roster.add("m" + i, i);
                ids.add(id);
                model.put(id, new Member("m" + i, i));
            } else if (what < 8) {
                int id = ids.get(random.nextInt(ids.size()));
                roster.setScore(id, -i);
                model.put(id, new Member(roster.name(id), -i));
            } else {
                int id = ids.remove(random.nextInt(ids.size()));
                roster.remove(id);
                model.remove(id);
            }
            if (random.nextInt(1 + i / 10) == 0) {
                cuts.put(roster.cut(), new TreeMap<>(model));
            }
        }
        cuts.put(roster.cut(), model);
        cuts.forEach((cut, expected) -> {
            assertThat(cut.size()).isEqualTo(expected.size());
            assertThat(members(cut).equals(expected)).isTrue();
        });
    }

    @Test
    @DisplayName("Ids that were left out are given to those who come next")
    void fillsGaps() {
        roster.put(3, "ann", 1);
        roster.put(5000, "bob", 2);
        assertThat(members(roster.view())).isEqualTo(Map.of(3, new Member("ann", 1), 5000, new Member("bob", 2)));
        for (int i = 0; i < 4999; i++) {
            assertThat(roster.add("m" + i, i)).isLessThan(5000);
        }
        assertThat(roster.add("last", 0)).isEqualTo(5001);
        assertThat(roster.size()).isEqualTo(5002);
        assertThat(members(roster.view())).hasSize(5002);
    }

    private static Map<Integer, Member> members(Roster.Cut cut) {
        Map<Integer, Member> members = new TreeMap<>();
        cut.forEach((id, name, score) -> members.put(id, new Member(name, score)));
        return members;
    }
}
