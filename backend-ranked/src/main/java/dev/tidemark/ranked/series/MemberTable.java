package dev.tidemark.ranked.series;

import java.util.Arrays;

/**
 * Finds the place of a member in a list, by its hash. Adding one never takes longer than dividing a segment of
 * {@value #SEGMENT} slots, however many there are.
 */
final class MemberTable {

    /*
     * Extendible hashing (R. Fagin et al., "Extendible hashing: a fast access method for dynamic files", ACM TODS 1979):
     * the upper bits of a hash choose, through a directory, a segment; its lower bits the slot in it to begin looking at,
     * and the slots are probed one after the other. A segment that is too full is divided in two by one more of the upper
     * bits, and the directory is doubled when it does not distinguish that bit yet. The directory has an entry for some
     * 500 members, so that is quick even for millions.
     *
     * A slot holds the hash, so that members are compared only if their hashes are equal and a division needs no member,
     * and the place plus one; 0 is free.
     */

    private static final int SEGMENT = 1024;

    /** So many of the upper bits may choose; the lower ten are for the slots. Then segments grow instead. */
    private static final int MAX_DEPTH = 22;

    private static final class Segment {
        /** All in it agree in so many of their upper bits. */
        final int depth;

        long[] slots;
        int used;

        Segment(int depth, int capacity) {
            this.depth = depth;
            this.slots = new long[capacity];
        }

        void put(long slot) {
            int mask = slots.length - 1;
            int at = (int) (slot >>> Integer.SIZE) & mask;
            while (slots[at] != 0) {
                at = (at + 1) & mask;
            }
            slots[at] = slot;
            used++;
        }

        boolean isFull() {
            return used >= slots.length - (slots.length >> 2);
        }

        void grow() {
            long[] old = slots;
            slots = new long[old.length * 2];
            used = 0;
            for (long slot : old) {
                if (slot != 0) {
                    put(slot);
                }
            }
        }
    }

    private Segment[] directory = {new Segment(0, 16)};
    private int depth;

    /** The place of a member that is equal; or, if there is none, -1, and from now on {@code place} is this one's. */
    int findOrAdd(int hash, String member, String[] members, int place) {
        Segment segment = directory[index(hash)];
        int mask = segment.slots.length - 1;
        for (int at = hash & mask; segment.slots[at] != 0; at = (at + 1) & mask) {
            long slot = segment.slots[at];
            if ((int) (slot >>> Integer.SIZE) == hash && members[(int) slot - 1].equals(member)) {
                return (int) slot - 1;
            }
        }
        while (segment.isFull()) {
            makeRoom(segment, hash);
            segment = directory[index(hash)];
        }
        segment.put(((long) hash << Integer.SIZE) | (place + 1));
        return -1;
    }

    private int index(int hash) {
        return (int) (Integer.toUnsignedLong(hash) >>> (Integer.SIZE - depth));
    }

    private void makeRoom(Segment segment, int hash) {
        if (segment.slots.length < SEGMENT || segment.depth == MAX_DEPTH) {
            segment.grow();
            return;
        }
        if (segment.depth == depth) {
            doubleDirectory();
        }
        divide(segment, index(hash));
    }

    private void doubleDirectory() {
        Segment[] doubled = new Segment[directory.length * 2];
        for (int i = 0; i < doubled.length; i++) {
            doubled[i] = directory[i >> 1];
        }
        directory = doubled;
        depth++;
    }

    /** Divides a segment that one of the directory's entries is known to point at. */
    private void divide(Segment segment, int entry) {
        Segment lower = new Segment(segment.depth + 1, SEGMENT);
        Segment upper = new Segment(segment.depth + 1, SEGMENT);
        for (long slot : segment.slots) {
            if (slot != 0) {
                (slot << segment.depth < 0 ? upper : lower).put(slot);
            }
        }
        int entries = 1 << (depth - segment.depth);
        int first = entry & -entries;
        Arrays.fill(directory, first, first + entries / 2, lower);
        Arrays.fill(directory, first + entries / 2, first + entries, upper);
    }
}
