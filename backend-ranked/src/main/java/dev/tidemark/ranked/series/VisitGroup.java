package dev.tidemark.ranked.series;

import dev.tidemark.timeseries.Precision;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The members of neighbouring buckets. */
final class VisitGroup extends Group<VisitGroup> {

    /** A constant of the format on disk. */
    static final int SIZE = 120;

    /** From the first slot to the last that was ever written. */
    private @Nullable Members[] sets = {};

    private int first;

    VisitGroup(long number) {
        super(number);
    }

    void add(int slot, String member, Precision precision) {
        makeRoom(slot);
        Members members = sets[slot - first];
        if (members == null || members.epoch != epoch) {
            members = members == null ? Members.of(precision) : members.fork();
            members.epoch = epoch;
            sets[slot - first] = members;
        }
        members.add(member);
    }

    /** The members of a bucket, or null if there are none. */
    @Nullable
    Members get(int slot) {
        int place = slot - first;
        return place < 0 || place >= sets.length ? null : sets[place];
    }

    private void makeRoom(int slot) {
        if (sets.length == 0) {
            first = slot;
            sets = new Members[1];
        } else if (slot < first) {
            @Nullable Members[] wider = new Members[first - slot + sets.length];
            System.arraycopy(sets, 0, wider, first - slot, sets.length);
            first = slot;
            sets = wider;
        } else if (slot - first >= sets.length) {
            int needed = slot - first + 1;
            sets = Arrays.copyOf(sets, Math.min(SIZE - first, needed + (needed >> 1)));
        }
    }

    /** Shares the sets, which are forked one by one as they are written to. */
    @Override
    VisitGroup copy() {
        VisitGroup copy = new VisitGroup(number);
        copy.sets = sets.clone();
        copy.first = first;
        return copy;
    }

    @Override
    void write(CutWriter out) throws IOException {
        int count = 0;
        for (Members members : sets) {
            count += members == null ? 0 : 1;
        }
        out.piece().writeUnsigned(count);
        for (int slot = first; slot < first + sets.length; slot++) {
            Members members = get(slot);
            if (members != null) {
                out.piece().writeUnsigned(slot);
                members.write(out);
            }
        }
    }

    /** Reads each set as {@link Members#read} does. */
    static VisitGroup read(long number, CutReader in, Precision precision, ExactMembers known) throws IOException {
        VisitGroup group = new VisitGroup(number);
        int count = in.piece().readCount();
        for (int i = 0; i < count; i++) {
            int slot = in.piece().readCount();
            group.makeRoom(slot);
            group.sets[slot - group.first] = Members.read(in, precision, known);
        }
        return group;
    }
}
