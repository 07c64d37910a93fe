package dev.tidemark.ranking;

import dev.tidemark.InvalidValueException;
import dev.tidemark.Names;

/**
 * Adds {@code by} to a member's score; a member that is not there starts at 0.
 *
 * @param by at most {@link RankingStore#MAX_SCORE} either way
 */
public record Increment(String member, long by) {
    public Increment {
        Names.require("member", member);
        InvalidValueException.requireBetween("by", by, -RankingStore.MAX_SCORE, RankingStore.MAX_SCORE);
    }
}
