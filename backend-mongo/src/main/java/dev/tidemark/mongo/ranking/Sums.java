package dev.tidemark.mongo.ranking;

import dev.tidemark.Names;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.RankingStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The scores of several tables, added up by member. */
final class Sums {

    private static final Comparator<Ranked> ASCENDING =
            Comparator.comparingLong(Ranked::score).thenComparing(Ranked::member, Names.UTF8_ORDER);

    private final Map<String, Long> sums = new HashMap<>();

    /** MongoDB adds up exactly as long as a sum fits 64 bits, and goes on with a double, which is beyond the limit too. */
    void add(String member, Number sum) {
        double magnitude = sum.doubleValue();
        long score = Math.abs(magnitude) < RankingStore.MAX_SCORE
                ? sum.longValue()
                : magnitude < 0 ? -RankingStore.MAX_SCORE : RankingStore.MAX_SCORE;
        sums.put(member, score);
    }

    Map<String, Long> scores() {
        return sums;
    }

    /** The first of them. */
    RankPage page(Order order, int count) {
        List<Ranked> all = new ArrayList<>(sums.size());
        sums.forEach((member, sum) -> all.add(new Ranked(0, member, sum)));
        all.sort(order == Order.ASC ? ASCENDING : ASCENDING.reversed());
        List<Ranked> first = new ArrayList<>();
        for (Ranked entry : all.subList(0, Math.min(count, all.size()))) {
            first.add(new Ranked(first.size() + 1, entry.member(), entry.score()));
        }
        return new RankPage(all.size(), first);
    }
}
