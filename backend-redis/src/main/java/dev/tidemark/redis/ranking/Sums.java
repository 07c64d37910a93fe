package dev.tidemark.redis.ranking;

import dev.tidemark.Names;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.RankingStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The scores of several tables, added up by member. A sum may leave the limit of scores on the way, if it comes back; it would
 * take a thousand tables with the highest score to leave 64 bits, and those stop there.
 */
final class Sums {

    private static final Comparator<Ranked> ASCENDING =
            Comparator.comparingLong(Ranked::score).thenComparing(Ranked::member, Names.UTF8_ORDER);

    private final Map<String, Long> sums = new HashMap<>();

    Sums add(RankPage page) {
        page.entries().forEach(entry -> sums.merge(entry.member(), entry.score(), Sums::plus));
        return this;
    }

    /** The first of them. */
    RankPage page(Order order, int count) {
        List<Ranked> all = new ArrayList<>(sums.size());
        sums.forEach((member, sum) -> all.add(new Ranked(0, member, score(sum))));
        all.sort(order == Order.ASC ? ASCENDING : ASCENDING.reversed());
        List<Ranked> first = new ArrayList<>();
        for (Ranked entry : all.subList(0, Math.min(count, all.size()))) {
            first.add(new Ranked(first.size() + 1, entry.member(), entry.score()));
        }
        return new RankPage(all.size(), first);
    }

    void inParts(int size, Consumer<Map<String, Long>> action) {
        Map<String, Long> part = new LinkedHashMap<>();
        for (Map.Entry<String, Long> entry : sums.entrySet()) {
            part.put(entry.getKey(), score(entry.getValue()));
            if (part.size() == size) {
                action.accept(part);
                part = new LinkedHashMap<>();
            }
        }
        if (!part.isEmpty()) {
            action.accept(part);
        }
    }

    private static long plus(long a, long b) {
        long sum = a + b;
        boolean overflows = ((a ^ sum) & (b ^ sum)) < 0;
        return overflows ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }

    private static long score(long sum) {
        return Math.max(-RankingStore.MAX_SCORE, Math.min(RankingStore.MAX_SCORE, sum));
    }
}
