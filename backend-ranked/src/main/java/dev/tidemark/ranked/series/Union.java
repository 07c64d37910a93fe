package dev.tidemark.ranked.series;

import dev.tidemark.timeseries.Precision;
import org.jspecify.annotations.Nullable;

/** How many different members several sets have together. A sketch among them makes it a sketch. */
final class Union {

    /** The only set so far, which needs no uniting. */
    private @Nullable Members only;

    private @Nullable ExactMembers exact;
    private @Nullable SketchedMembers sketched;

    void add(Members members) {
        if (only == null && exact == null && sketched == null) {
            only = members;
            return;
        }
        if (only != null) {
            unite(only);
            only = null;
        }
        unite(members);
    }

    private void unite(Members members) {
        if (members instanceof SketchedMembers other) {
            sketched().addAll(other);
        } else if (members instanceof ExactMembers other) {
            if (exact == null) {
                exact = new ExactMembers();
            }
            other.addTo(sketched == null ? exact : sketched);
        }
    }

    /** From here on all members go to a sketch. */
    private SketchedMembers sketched() {
        if (sketched == null) {
            sketched = new SketchedMembers();
            if (exact != null) {
                exact.addTo(sketched);
            }
        }
        return sketched;
    }

    long size() {
        if (only != null) {
            return only.size();
        }
        if (sketched != null) {
            return sketched.size();
        }
        return exact == null ? 0 : exact.size();
    }

    /** How precise the size is, if nothing but the configuration took precision away. */
    Precision precision(Precision configured) {
        return sketched != null || only instanceof SketchedMembers ? Precision.APPROXIMATE : configured;
    }
}
