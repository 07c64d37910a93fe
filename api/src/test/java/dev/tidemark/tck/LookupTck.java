package dev.tidemark.tck;

import static dev.tidemark.ranking.Order.ASC;
import static dev.tidemark.ranking.Order.DESC;
import static dev.tidemark.tck.Stages.assertFails;
import static dev.tidemark.tck.Stages.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.InvalidValueException;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Lookup;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.Ranked;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ranks and scores of several members as of one moment. */
abstract class LookupTck extends RankingGroup {

    LookupTck(Supplier<TckBackend> kits) {
        super(kits);
    }

    private Lookup lookup(Order order, String... members) {
        return get(rankings().lookup(TABLE, List.of(members), order));
    }

    @Test
    @DisplayName("have the members in the order asked, empty where one is not there, and the size of the table")
    void inTheOrderAsked() {
        set(TABLE, Map.of("a", 5L, "b", 7L, "c", -1L));
        assertThat(lookup(DESC, "c", "nobody", "b"))
                .isEqualTo(new Lookup(
                        3,
                        List.of(
                                Optional.of(new Ranked(3, "c", -1)),
                                Optional.empty(),
                                Optional.of(new Ranked(1, "b", 7)))));
        assertThat(lookup(ASC, "b", "c").entries())
                .containsExactly(Optional.of(new Ranked(3, "b", 7)), Optional.of(new Ranked(1, "c", -1)));
    }

    @Test
    @DisplayName("of a table that is not there are empty")
    void noTable() {
        assertThat(lookup(DESC, "a", "b")).isEqualTo(new Lookup(0, List.of(Optional.empty(), Optional.empty())));
        assertThat(tables()).isEmpty();
    }

    @Test
    @DisplayName("of no members have the size of the table")
    void noMembers() {
        set(TABLE, Map.of("a", 5L));
        assertThat(lookup(DESC)).isEqualTo(new Lookup(1, List.of()));
    }

    @Test
    @DisplayName("answer a member that is named twice twice")
    void namedTwice() {
        set(TABLE, Map.of("a", 5L));
        Optional<Ranked> a = Optional.of(new Ranked(1, "a", 5));
        assertThat(lookup(DESC, "a", "a").entries()).containsExactly(a, a);
    }

    @Test
    @DisplayName("take every name, . and .. among them")
    void names() {
        Map<String, Long> scores = new HashMap<>();
        List<String> members = new ArrayList<>(Oddities.names().toList());
        members.add("..");
        members.forEach(member -> scores.put(member, (long) scores.size()));
        set(TABLE, scores);
        List<Optional<Ranked>> found =
                get(rankings().lookup(TABLE, members, ASC)).entries();
        for (int i = 0; i < members.size(); i++) {
            assertThat(found.get(i)).contains(new Ranked(i + 1, members.get(i), i));
        }
    }

    @Test
    @DisplayName("reject what is no name")
    void badNames() {
        Oddities.illegalNames().forEach(name -> {
            assertFails(rankings().lookup(TABLE, List.of("a", name), DESC), InvalidValueException.class);
            assertFails(rankings().lookup(name, List.of("a"), DESC), InvalidValueException.class);
        });
    }

    @ParameterizedTest
    @EnumSource(Order.class)
    @DisplayName("of 1,000 members of 3,000, many of them ties, are what each member's own rank is")
    void manyMembers(Order order) {
        Random random = new Random(4711);
        List<String> everybody = new ArrayList<>();
        Map<String, Long> scores = new HashMap<>();
        for (int i = 0; i < 3_000; i++) {
            String member = "m" + i;
            everybody.add(member);
            scores.put(member, (long) random.nextInt(-200, 200));
        }
        set(TABLE, scores);
        Map<String, Ranked> expected = new HashMap<>();
        all(order).entries().forEach(entry -> expected.put(entry.member(), entry));
        List<String> asked = new ArrayList<>(everybody);
        Collections.shuffle(asked, random);
        asked = new ArrayList<>(asked.subList(0, 990));
        for (int i = 0; i < 10; i++) {
            asked.add(random.nextInt(asked.size()), "nobody" + i);
        }
        Lookup found = get(rankings().lookup(TABLE, asked, order));
        assertThat(found.total()).isEqualTo(3_000);
        for (int i = 0; i < asked.size(); i++) {
            assertThat(found.entries().get(i)).isEqualTo(Optional.ofNullable(expected.get(asked.get(i))));
        }
        for (String member : asked.subList(0, 5)) {
            assertThat(rank(TABLE, member, order)).isEqualTo(Optional.ofNullable(expected.get(member)));
        }
    }

    @Test
    @DisplayName("come after every expiry that is due")
    void afterExpiries() {
        set(TABLE, Map.of("a", 5L, "b", 6L));
        incrementFor(2_000, new Increment("a", 10));
        assertThat(lookup(DESC, "a").entries()).containsExactly(Optional.of(new Ranked(1, "a", 15)));
        advance(2_100);
        assertThat(lookup(DESC, "a", "b").entries())
                .containsExactly(Optional.of(new Ranked(2, "a", 5)), Optional.of(new Ranked(1, "b", 6)));
    }

    @Test
    @DisplayName("see no part of a command, while others write")
    void oneMoment() throws Exception {
        set(TABLE, Map.of("a", 0L, "b", 0L, "c", 0L));
        List<Increment> all = List.of(new Increment("a", 1), new Increment("b", 1), new Increment("c", 1));
        AtomicBoolean done = new AtomicBoolean();
        List<Integer> looks = Together.run(thread -> {
            if (thread == 0) {
                for (int i = 0; i < 200; i++) {
                    get(rankings().increment(TABLE, all, null));
                }
                done.set(true);
                return 0;
            }
            int looked = 0;
            while (!done.get()) {
                List<Optional<Ranked>> found = lookup(DESC, "a", "b", "c").entries();
                assertThat(found)
                        .extracting(entry -> entry.orElseThrow().score())
                        .containsOnly(found.get(0).orElseThrow().score());
                assertThat(found)
                        .extracting(entry -> entry.orElseThrow().rank())
                        .containsExactly(3L, 2L, 1L);
                looked++;
            }
            return looked;
        });
        assertThat(looks).hasSize(Together.THREADS);
        assertThat(lookup(DESC, "c").entries()).containsExactly(Optional.of(new Ranked(1, "c", 200)));
    }
}
