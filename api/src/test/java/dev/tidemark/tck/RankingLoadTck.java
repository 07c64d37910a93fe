package dev.tidemark.tck;

import static dev.tidemark.ranking.Order.ASC;
import static dev.tidemark.ranking.Order.DESC;
import static dev.tidemark.tck.Stages.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.Names;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.Score;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many commands: from many threads, and at random against a model. */
abstract class RankingLoadTck extends RankingGroup {

    private static final List<String> ALPHABET =
            List.of("a", "b", "B", "1", "é", "\uFF5E", "\uD83D\uDE00", "{", "}", ":");

    RankingLoadTck(Supplier<TckBackend> kits) {
        super(kits);
    }

    @Test
    @DisplayName("8 threads with 1,000 increments of one member each lose none, and each answer comes once")
    void sameMember() throws Exception {
        List<List<Long>> answers = Together.run(thread -> {
            List<Long> mine = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                mine.add(increment("a", 1));
            }
            return mine;
        });
        assertThat(score("a")).isEqualTo(8_000);
        assertThat(answers.stream().flatMap(List::stream).sorted())
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 8_000).boxed().toList());
    }

    @Test
    @DisplayName("8 threads with members of their own do not disturb each other")
    void differentMembers() throws Exception {
        Together.run(thread -> {
            for (int i = 0; i < 200; i++) {
                increment("m" + thread, thread + 1);
                increment("t" + thread, "m", 1);
            }
            return thread;
        });
        assertThat(all(DESC).entries())
                .extracting(Ranked::score)
                .containsExactly(1600L, 1400L, 1200L, 1000L, 800L, 600L, 400L, 200L);
        for (int thread = 0; thread < Together.THREADS; thread++) {
            assertThat(score("t" + thread, "m")).isEqualTo(200);
        }
    }

    @Test
    @DisplayName("no read sees a part of a command")
    void atomic() throws Exception {
        set(TABLE, Map.of("a", 0L, "b", 0L));
        List<Boolean> consistent = Together.run(thread -> {
            boolean whole = true;
            for (int i = 0; i < 200; i++) {
                if (thread < 4) {
                    get(rankings().increment(TABLE, List.of(new Increment("a", 1), new Increment("b", -1)), null));
                } else {
                    whole &=
                            all(ASC).entries().stream().mapToLong(Ranked::score).sum() == 0;
                }
            }
            return whole;
        });
        assertThat(consistent).containsOnly(true);
        assertThat(score("a")).isEqualTo(800);
        assertThat(score("b")).isEqualTo(-800);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 20_261_115})
    @DisplayName("1,500 random commands leave what a simple model has")
    void againstModel(long seed) {
        Random random = new Random(seed);
        Map<String, Long> model = new HashMap<>();
        for (int step = 0; step < 1_500; step++) {
            write(random, model);
            read(random, model, "seed " + seed + ", step " + step);
        }
    }

    private void write(Random random, Map<String, Long> model) {
        int kind = random.nextInt(100);
        if (kind < 60) {
            List<Increment> by = new ArrayList<>();
            List<Score> expected = new ArrayList<>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                Increment increment = new Increment(name(random), random.nextInt(7) - 3);
                by.add(increment);
                expected.add(new Score(increment.member(), model.merge(increment.member(), increment.by(), Long::sum)));
            }
            assertThat(get(rankings().increment(TABLE, by, null))).isEqualTo(expected);
        } else if (kind < 85) {
            Map<String, Long> scores = Map.of(name(random), (long) random.nextInt(11) - 5);
            model.putAll(scores);
            set(TABLE, scores);
        } else if (kind < 99) {
            List<String> members = List.of(name(random), name(random), name(random));
            long there = members.stream().distinct().filter(model::containsKey).count();
            model.keySet().removeAll(members);
            assertThat(get(rankings().remove(TABLE, members))).isEqualTo(there);
        } else {
            assertThat(get(rankings().drop(TABLE))).isEqualTo(!model.isEmpty());
            model.clear();
        }
    }

    private void read(Random random, Map<String, Long> model, String where) {
        Order order = random.nextBoolean() ? ASC : DESC;
        List<Ranked> sorted = sorted(model, order);
        int offset = random.nextInt(sorted.size() + 2);
        int count = random.nextInt(20);
        List<Ranked> page = sorted.stream().skip(offset).limit(count).toList();
        assertThat(get(rankings().range(TABLE, order, offset, count)))
                .as(where)
                .isEqualTo(new RankPage(sorted.size(), page));
        String member = name(random);
        int at = sorted.stream().map(Ranked::member).toList().indexOf(member);
        assertThat(rank(TABLE, member, order).orElse(null)).as(where).isEqualTo(at < 0 ? null : sorted.get(at));
        int radius = random.nextInt(4);
        List<Ranked> near =
                at < 0 ? List.of() : sorted.subList(Math.max(0, at - radius), Math.min(sorted.size(), at + radius + 1));
        assertThat(get(rankings().around(TABLE, member, order, radius)))
                .as(where)
                .isEqualTo(new RankPage(sorted.size(), near));
    }

    private static List<Ranked> sorted(Map<String, Long> model, Order order) {
        Comparator<Map.Entry<String, Long>> ascending =
                Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey(Names.UTF8_ORDER));
        List<Ranked> sorted = new ArrayList<>();
        model.entrySet().stream()
                .sorted(order == ASC ? ascending : ascending.reversed())
                .forEach(entry -> sorted.add(new Ranked(sorted.size() + 1, entry.getKey(), entry.getValue())));
        return sorted;
    }

    private static String name(Random random) {
        String first = ALPHABET.get(random.nextInt(ALPHABET.size()));
        return random.nextBoolean() ? first : first + ALPHABET.get(random.nextInt(ALPHABET.size()));
    }
}
