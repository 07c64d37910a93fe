package dev.tidemark.tck;

import static dev.tidemark.tck.Stages.get;

import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.Score;
import dev.tidemark.timeseries.Precision;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** What the groups on rankings share. */
abstract class RankingGroup extends StoreGroup {

    static final String TABLE = "game";

    RankingGroup(Supplier<TckBackend> kits) {
        super(kits, Precision.EXACT);
    }

    void set(String table, Map<String, Long> scores) {
        get(rankings().set(table, scores));
    }

    long increment(String member, long by) {
        return increment(TABLE, member, by);
    }

    long increment(String table, String member, long by) {
        return get(rankings().increment(table, List.of(new Increment(member, by)), null))
                .get(0)
                .score();
    }

    List<Score> incrementFor(long millis, Increment... by) {
        return get(rankings().increment(TABLE, List.of(by), Duration.ofMillis(millis)));
    }

    RankPage all(String table, Order order) {
        return get(rankings().range(table, order, 0, Integer.MAX_VALUE));
    }

    RankPage all(Order order) {
        return all(TABLE, order);
    }

    List<String> members(Order order) {
        return all(order).entries().stream().map(Ranked::member).toList();
    }

    long score(String member) {
        return score(TABLE, member);
    }

    long score(String table, String member) {
        return rank(table, member, Order.ASC).orElseThrow().score();
    }

    Optional<Ranked> rank(String table, String member, Order order) {
        return get(rankings().rank(table, member, order));
    }

    List<String> tables() {
        return get(rankings().tables("", "", 1_000)).items();
    }
}
