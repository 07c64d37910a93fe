package dev.tidemark.timeseries;

/** How a series keeps its visits. */
public enum Precision {
    /** Every member is kept. */
    EXACT,
    /** A sketch is kept, with a standard error of at most 0.81 %; small buckets are exact. */
    APPROXIMATE
}
