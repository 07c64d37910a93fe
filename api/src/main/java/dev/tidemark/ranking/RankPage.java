package dev.tidemark.ranking;

import java.util.List;

/**
 * A part of a table.
 *
 * @param total how many members the whole table has
 */
public record RankPage(long total, List<Ranked> entries) {
    public RankPage {
        entries = List.copyOf(entries);
    }
}
