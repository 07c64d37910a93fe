package dev.tidemark.ranked.series;

/** Buckets that stand next to each other, and are kept and dropped together. */
abstract class Group {
    long lastWrite;
}
