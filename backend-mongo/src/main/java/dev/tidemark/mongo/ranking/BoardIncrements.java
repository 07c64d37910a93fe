package dev.tidemark.mongo.ranking;

import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.ranking.TableIncrements;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one transaction adds to some tables, by the tables' names: in this order, so that two transactions on the same tables
 * meet at the first of them.
 */
record BoardIncrements(SortedMap<String, Sums> tables) {

    /** What one table gets. */
    record Sums(Map<String, Long> byMember, @Nullable Duration retention) {

        boolean hasPositive() {
            return byMember.values().stream().anyMatch(by -> by > 0);
        }

        boolean hasNegative() {
            return byMember.values().stream().anyMatch(by -> by < 0);
        }
    }

    /** Adds changes up; empty if a sum is none that a score could be changed by. */
    static Optional<BoardIncrements> of(List<TableIncrements> changes) {
        SortedMap<String, Sums> tables = new TreeMap<>();
        for (TableIncrements change : changes) {
            Sums before = tables.getOrDefault(change.table(), new Sums(new HashMap<>(), null));
            for (Increment increment : change.increments()) {
                long sum = before.byMember().merge(increment.member(), increment.by(), Long::sum);
                if (Math.abs(sum) > RankingStore.MAX_SCORE) {
                    return Optional.empty();
                }
            }
            Duration retention = change.retention() == null ? before.retention() : change.retention();
            tables.put(change.table(), new Sums(before.byMember(), retention));
        }
        return Optional.of(new BoardIncrements(tables));
    }
}
