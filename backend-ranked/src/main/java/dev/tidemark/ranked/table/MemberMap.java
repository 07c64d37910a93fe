package dev.tidemark.ranked.table;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Finds the id of a member by its name: O(1), and never a pause, for the map grows by one segment at a time. It looks
 * at one name at most for a member that is there, and at none for one that is not.
 *
 * <p>Any number of readers, or one writer.
 */
final class MemberMap {

    /*
     * Extendible hashing (R. Fagin, J. Nievergelt, N. Pippenger, H. R. Strong, "Extendible hashing - a fast access method
     * for dynamic files", 1979). The first bits of a hash choose the segment, its last bits the place therein:
     *
     *   directory, depth 2    00   01   10   11
     *                          |    |     \  /
     *   segments, own depth    2    2      1
     *
     * A full segment that is as deep as the directory needs a directory twice as large, which is an array of references to
     * the same segments; then, as any other, it splits in two, by the next bit of what is in it. A segment holds 32 bits of
     * each hash with the id, so none of this looks at a name. See Segment for what is inside.
     *
     * Names come from outside, so the hash is seeded by chance: nobody can know which of them collide.
     */
    private static final Hasher64 HASHER = Hashing.komihash5_0(new SecureRandom().nextLong());

    /** Segments at this depth do not split, but grow: the last bits of a tag are for places. */
    private static final int MAX_DEPTH = Integer.SIZE - Segment.SHIFT;

    static final int NONE = -1;

    private final Roster roster;
    private Segment[] directory = {new Segment(0, Segment.FIRST)};

    /** How far a tag is shifted to become a place in the directory, as a long, for the directory may be of one place. */
    private int shift = Integer.SIZE;

    MemberMap(Roster roster) {
        this.roster = roster;
    }

    /** 32 bits of the name's hash, which is what the other methods go by. */
    static int tag(String name) {
        return (int) (HASHER.hashCharsToLong(name) >>> Integer.SIZE);
    }

    /** The id of a member, or {@link #NONE}. */
    int find(int tag, String name) {
        return segment(tag).find(tag, name, roster);
    }

    /** Adds a member that is not there, but in the roster. */
    void add(int tag, int id) {
        Segment segment = segment(tag);
        while (segment.isFull()) {
            makeRoom(segment, tag);
            segment = segment(tag);
        }
        segment.add(tag, id);
    }

    /** Removes a member that is there. */
    void remove(int tag, int id) {
        segment(tag).remove(tag, id);
    }

    private Segment segment(int tag) {
        return directory[(int) (Integer.toUnsignedLong(tag) >>> shift)];
    }

    private void makeRoom(Segment segment, int tag) {
        if (segment.capacity() < Segment.CAPACITY || segment.depth == MAX_DEPTH) {
            segment.grow();
            return;
        }
        if (segment.depth == Integer.SIZE - shift) {
            doubleDirectory();
        }
        int bit = Integer.SIZE - 1 - segment.depth;
        Segment upper = segment.split();
        // The places of a segment stand together; those whose next bit is set get the new one.
        long first = ((Integer.toUnsignedLong(tag) >>> bit) | 1) << bit;
        Arrays.fill(directory, (int) (first >>> shift), (int) ((first + (1L << bit)) >>> shift), upper);
    }

    private void doubleDirectory() {
        Segment[] twice = new Segment[directory.length * 2];
        for (int i = 0; i < twice.length; i++) {
            twice[i] = directory[i >>> 1];
        }
        directory = twice;
        shift--;
    }
}
