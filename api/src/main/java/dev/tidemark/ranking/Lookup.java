package dev.tidemark.ranking;

import java.util.List;
import java.util.Optional;

/**
 * What {@link RankingStore#lookup} returns.
 *
 * @param total how many members the table has
 * @param entries one for each member that was asked for, in that order; empty where the member is not in the table
 */
public record Lookup(long total, List<Optional<Ranked>> entries) {

    public Lookup {
        entries = List.copyOf(entries);
    }
}
