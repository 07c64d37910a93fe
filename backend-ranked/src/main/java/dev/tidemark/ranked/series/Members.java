package dev.tidemark.ranked.series;

import dev.tidemark.timeseries.Precision;

/** A set of members that can tell its size and be united with others of its kind. */
interface Members {

    void add(String member);

    /** Adds all of {@code other}, which is of the same kind. */
    void addAll(Members other);

    long size();

    static Members of(Precision precision) {
        return switch (precision) {
            case EXACT -> new ExactMembers();
            case APPROXIMATE -> new SketchedMembers();
        };
    }
}
