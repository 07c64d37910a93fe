package dev.tidemark.ranked.series;

/** At least one sample, and at most {@value #CAPACITY}, in order of time. */
sealed interface Chunk permits OpenChunk, SealedChunk {

    /** As many as a write may have to look at, so it bounds how long one takes. */
    int CAPACITY = 512;

    /** Takes a sample and tells whether to go on. */
    interface Visitor {
        boolean take(long time, double value);
    }

    int size();

    /** The time of the first sample. */
    long first();

    /** Shows the samples from one time to another, both included, as long as the visitor goes on; tells if it does. */
    boolean forEach(long from, long to, Visitor visitor);

    /** The same samples to be written to: this chunk itself, if it can be. */
    OpenChunk open();

    /** The same samples in as little memory as can be. */
    SealedChunk seal();
}
