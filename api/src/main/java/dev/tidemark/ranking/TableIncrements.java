package dev.tidemark.ranking;

import dev.tidemark.Names;
import dev.tidemark.NumberOverflowException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one table gets in {@link RankingStore#incrementAll}.
 *
 * @param retention how long the table is kept after its last write from now on; null leaves its retention as it is
 */
public record TableIncrements(
        String table, List<Increment> increments, @Nullable Duration retention) {

    public TableIncrements {
        Names.require("table", table);
        increments = List.copyOf(increments);
    }

    /**
     * The same with one increment for each member, the sum of its increments.
     *
     * @throws NumberOverflowException if a sum is not within ±{@link RankingStore#MAX_SCORE}
     */
    public TableIncrements merged() {
        if (increments.size() < 2) {
            return this;
        }
        Map<String, Long> sums = new LinkedHashMap<>();
        for (Increment increment : increments) {
            sums.put(increment.member(), sum(sums.getOrDefault(increment.member(), 0L), increment));
        }
        if (sums.size() == increments.size()) {
            return this;
        }
        List<Increment> merged = new ArrayList<>(sums.size());
        sums.forEach((member, by) -> {
            if (Math.abs(by) > RankingStore.MAX_SCORE) {
                throw NumberOverflowException.ofScore(table, member);
            }
            merged.add(new Increment(member, by));
        });
        return new TableIncrements(table, merged, retention);
    }

    /** Only the final sum is bounded by {@link RankingStore#MAX_SCORE}; on the way it may be anything within 64 bits. */
    private long sum(long before, Increment increment) {
        try {
            return Math.addExact(before, increment.by());
        } catch (ArithmeticException e) {
            throw NumberOverflowException.ofScore(table, increment.member());
        }
    }
}
