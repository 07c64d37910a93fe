package dev.tidemark.service.metrics;

import dev.tidemark.Page;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Lookup;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.ranking.Score;
import dev.tidemark.ranking.TableIncrements;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A store whose every call is timed. */
public record MeteredRankingStore(RankingStore store, StoreMetrics metrics) implements RankingStore {

    @Override
    public CompletionStage<Void> set(String table, Map<String, Long> scores) {
        return metrics.timed("rankings", "set", () -> store.set(table, scores));
    }

    @Override
    public CompletionStage<List<Score>> increment(String table, List<Increment> by, @Nullable Duration expiresIn) {
        return metrics.timed("rankings", "increment", () -> store.increment(table, by, expiresIn));
    }

    @Override
    public CompletionStage<Void> incrementAll(List<TableIncrements> changes) {
        return metrics.timed("rankings", "incrementAll", () -> store.incrementAll(changes));
    }

    @Override
    public CompletionStage<Lookup> lookup(String table, List<String> members, Order order) {
        return metrics.timed("rankings", "lookup", () -> store.lookup(table, members, order));
    }

    @Override
    public CompletionStage<RankPage> range(String table, Order order, long offset, int count) {
        return metrics.timed("rankings", "range", () -> store.range(table, order, offset, count));
    }

    @Override
    public CompletionStage<Optional<Ranked>> rank(String table, String member, Order order) {
        return metrics.timed("rankings", "rank", () -> store.rank(table, member, order));
    }

    @Override
    public CompletionStage<RankPage> around(String table, String member, Order order, int radius) {
        return metrics.timed("rankings", "around", () -> store.around(table, member, order, radius));
    }

    @Override
    public CompletionStage<RankPage> union(List<String> tables, Order order, int count, Duration maxAge) {
        return metrics.timed("rankings", "union", () -> store.union(tables, order, count, maxAge));
    }

    @Override
    public CompletionStage<Long> remove(String table, List<String> members) {
        return metrics.timed("rankings", "remove", () -> store.remove(table, members));
    }

    @Override
    public CompletionStage<Boolean> drop(String table) {
        return metrics.timed("rankings", "drop", () -> store.drop(table));
    }

    @Override
    public CompletionStage<Void> retain(String table, Duration afterLastWrite) {
        return metrics.timed("rankings", "retain", () -> store.retain(table, afterLastWrite));
    }

    @Override
    public CompletionStage<Page<String>> tables(String prefix, String after, int limit) {
        return metrics.timed("rankings", "tables", () -> store.tables(prefix, after, limit));
    }

    @Override
    public CompletionStage<Void> flushAll() {
        return metrics.timed("rankings", "flushAll", () -> store.flushAll());
    }
}
