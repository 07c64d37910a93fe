package dev.tidemark.spi;

import static dev.tidemark.spi.CheckedBackend.answer;

import dev.tidemark.InvalidValueException;
import dev.tidemark.Names;
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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Checks the arguments that are not checked by a constructor already. */
record CheckedRankingStore(RankingStore store) implements RankingStore {

    @Override
    public CompletionStage<Void> set(String table, Map<String, Long> scores) {
        return answer(() -> {
            requireTable(table);
            scores.forEach((member, score) -> {
                Names.require("member", member);
                InvalidValueException.requireBetween("the score of '" + member + "'", score, -MAX_SCORE, MAX_SCORE);
            });
            return scores.isEmpty() ? CompletableFuture.completedFuture(null) : store.set(table, Map.copyOf(scores));
        });
    }

    @Override
    public CompletionStage<List<Score>> increment(String table, List<Increment> by, @Nullable Duration expiresIn) {
        return answer(() -> {
            requireTable(table);
            if (expiresIn != null) {
                requireDuration("expiresIn", expiresIn, Duration.ofMillis(1));
            }
            return by.isEmpty()
                    ? CompletableFuture.completedFuture(List.of())
                    : store.increment(table, List.copyOf(by), expiresIn);
        });
    }

    @Override
    public CompletionStage<Void> incrementAll(List<TableIncrements> changes) {
        return answer(() -> {
            Set<String> tables = new HashSet<>();
            for (TableIncrements change : changes) {
                requireTogether(changes.get(0).table(), requireTable(change.table()));
                if (!tables.add(change.table())) {
                    throw new InvalidValueException("table '" + change.table() + "' occurs twice");
                }
                if (change.retention() != null) {
                    requireDuration("retention", change.retention(), Duration.ofMillis(1));
                }
            }
            List<TableIncrements> some = changes.stream()
                    .filter(change -> !change.increments().isEmpty())
                    .map(TableIncrements::merged)
                    .toList();
            return some.isEmpty() ? CompletableFuture.completedFuture(null) : store.incrementAll(some);
        });
    }

    private static void requireTogether(String first, String table) {
        if (!first.split("@", 2)[0].equals(table.split("@", 2)[0])) {
            throw new InvalidValueException(
                    "tables that change together must have the same name up to the first @, but '" + first + "' and '"
                            + table + "' have not");
        }
    }

    @Override
    public CompletionStage<Lookup> lookup(String table, List<String> members, Order order) {
        return answer(() -> {
            requireTable(table);
            members.forEach(CheckedRankingStore::requireMember);
            return store.lookup(table, List.copyOf(members), order);
        });
    }

    @Override
    public CompletionStage<RankPage> range(String table, Order order, long offset, int count) {
        return answer(() -> {
            InvalidValueException.requireBetween("offset", offset, 0, Long.MAX_VALUE);
            return store.range(requireTable(table), order, offset, requireSize("count", count));
        });
    }

    @Override
    public CompletionStage<Optional<Ranked>> rank(String table, String member, Order order) {
        return answer(() -> store.rank(requireTable(table), requireMember(member), order));
    }

    @Override
    public CompletionStage<RankPage> around(String table, String member, Order order, int radius) {
        return answer(
                () -> store.around(requireTable(table), requireMember(member), order, requireSize("radius", radius)));
    }

    @Override
    public CompletionStage<RankPage> union(List<String> tables, Order order, int count, Duration maxAge) {
        return answer(() -> {
            tables.forEach(CheckedRankingStore::requireTable);
            requireDuration("maxAge", maxAge, Duration.ZERO);
            List<String> distinct =
                    tables.stream().sorted(Names.UTF8_ORDER).distinct().toList();
            return store.union(distinct, order, requireSize("count", count), maxAge);
        });
    }

    @Override
    public CompletionStage<Long> remove(String table, List<String> members) {
        return answer(() -> {
            requireTable(table);
            members.forEach(CheckedRankingStore::requireMember);
            return members.isEmpty()
                    ? CompletableFuture.completedFuture(0L)
                    : store.remove(table, members.stream().distinct().toList());
        });
    }

    @Override
    public CompletionStage<Boolean> drop(String table) {
        return answer(() -> store.drop(requireTable(table)));
    }

    @Override
    public CompletionStage<Void> retain(String table, Duration afterLastWrite) {
        return answer(() -> {
            requireDuration("afterLastWrite", afterLastWrite, Duration.ofMillis(1));
            return store.retain(requireTable(table), afterLastWrite);
        });
    }

    @Override
    public CompletionStage<Page<String>> tables(String prefix, String after, int limit) {
        return answer(() -> store.tables(
                Names.requireOrEmpty("prefix", prefix),
                Names.requireOrEmpty("after", after),
                CheckedTimeSeriesStore.requireLimit(limit)));
    }

    @Override
    public CompletionStage<Void> flushAll() {
        return answer(store::flushAll);
    }

    private static String requireTable(String table) {
        return Names.requireForPath("table", table);
    }

    private static String requireMember(String member) {
        return Names.require("member", member);
    }

    private static int requireSize(String what, int size) {
        return (int) InvalidValueException.requireBetween(what, size, 0, Integer.MAX_VALUE);
    }

    private static void requireDuration(String what, Duration duration, Duration min) {
        if (duration.compareTo(min) < 0 || duration.compareTo(MAX_DURATION) > 0) {
            throw new InvalidValueException(
                    what + " must be " + min + " to " + MAX_DURATION.toDays() + " days, but is " + duration);
        }
    }
}
