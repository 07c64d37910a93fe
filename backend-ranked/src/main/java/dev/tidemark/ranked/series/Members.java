package dev.tidemark.ranked.series;

import dev.tidemark.timeseries.Precision;
import java.io.IOException;

/** A set of members that can tell its size. Nothing is ever taken out of it. */
abstract sealed class Members permits ExactMembers, SketchedMembers {

    /** The epoch of {@link Groups} that this was made in. Only those of the current one may be changed. */
    int epoch;

    abstract void add(String member);

    abstract long size();

    /** The same members in a set that can be added to without this one changing, as long as nobody adds to this one. */
    abstract Members fork();

    /** Writes the kind and the members; {@link #read} reads both. */
    abstract void write(CutWriter out) throws IOException;

    static Members of(Precision precision) {
        return switch (precision) {
            case EXACT -> new ExactMembers();
            case APPROXIMATE -> new SketchedMembers();
        };
    }

    /**
     * Reads a set in the kind of the given precision, except that a sketch stays one: nobody knows its members any more.
     *
     * @param known holds a member once for all the sets that are read with it
     */
    static Members read(CutReader in, Precision precision, ExactMembers known) throws IOException {
        byte kind = in.piece().readByte();
        return switch (kind) {
            case ExactMembers.KIND -> ExactMembers.read(in, Members.of(precision), known);
            case SketchedMembers.KIND -> SketchedMembers.read(in);
            default -> throw new IOException("a set of members is of an unknown kind: " + kind);
        };
    }
}
