package dev.tidemark.spi;

/** What is known about a write that failed. */
public enum Applied {
    /** Nothing was changed, and nothing will be. */
    NO,
    /** It may have been carried out, as a whole or, where the contract allows it, in part. */
    UNKNOWN
}
