package dev.tidemark.ranked.series;

import java.io.IOException;

/**
 * Buckets that stand next to each other, and are kept, dropped and copied together. How many they are is part of what
 * is on disk: a group's number means nothing without it.
 */
abstract class Group<G extends Group<G>> {

    final long number;
    long lastWrite;

    /** The epoch of {@link Groups} that this was made in. Only groups of the current one may be changed. */
    int epoch;

    Group(long number) {
        this.number = number;
    }

    /** The same content in a group that can be changed without this one changing. */
    abstract G copy();

    /** Writes the content. The number and the last write are written by {@link Groups}. */
    abstract void write(CutWriter out) throws IOException;
}
