package dev.tidemark.ranking;

import dev.tidemark.Names;
import java.time.Duration;
import java.util.List;
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
}
