package dev.tidemark.ranking;

/**
 * A member's place.
 *
 * @param rank from 1 on, in the order that was asked for
 */
public record Ranked(long rank, String member, long score) {}
