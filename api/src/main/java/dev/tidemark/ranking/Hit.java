package dev.tidemark.ranking;

import dev.tidemark.InvalidValueException;
import dev.tidemark.Names;
import dev.tidemark.Times;
import java.time.Instant;

/** A member of a board scored {@code by} at some time. */
public record Hit(String member, long by, Instant at) {
    public Hit {
        Names.require("member", member);
        InvalidValueException.requireBetween("by", by, -RankingStore.MAX_SCORE, RankingStore.MAX_SCORE);
        at = Times.require("at", at);
    }
}
