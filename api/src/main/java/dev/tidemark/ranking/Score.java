package dev.tidemark.ranking;

/** What a member has. */
public record Score(String member, long score) {}
