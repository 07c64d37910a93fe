package dev.tidemark.ranking;

/** By score, ties by the member's UTF-8 bytes; {@code DESC} is the exact reverse of {@code ASC}. */
public enum Order {
    ASC,
    DESC
}
