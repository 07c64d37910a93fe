package dev.tidemark.ranked.table;

import java.util.Arrays;

/**
 * A part of a {@link MemberMap}: those members whose hashes begin with the same {@link #depth} bits.
 */
final class Segment {

    /*
     * Open addressing with linear probing, at most three quarters full. A slot is a long: the upper half is 32 bits of the
     * hash, the lower half the id plus one, so that 0 is an empty slot. What is removed leaves no mark: those behind it move
     * up (D. E. Knuth, The Art of Computer Programming, volume 3, 6.4, algorithm R).
     */
    static final int SHIFT = 12;

    static final int CAPACITY = 1 << SHIFT;
    static final int FIRST = 8;

    int depth;
    private long[] slots;
    private int size;

    Segment(int depth, int capacity) {
        this.depth = depth;
        this.slots = new long[capacity];
    }

    int capacity() {
        return slots.length;
    }

    boolean isFull() {
        return size >= slots.length - (slots.length >> 2);
    }

    int find(int tag, String name, Roster roster) {
        long[] all = slots;
        int mask = all.length - 1;
        for (int i = tag & mask; ; i = (i + 1) & mask) {
            long slot = all[i];
            if (slot == 0) {
                return MemberMap.NONE;
            }
            if (tag(slot) == tag && roster.name(id(slot)).equals(name)) {
                return id(slot);
            }
        }
    }

    void add(int tag, int id) {
        addSlot(((long) tag << Integer.SIZE) | (id + 1));
    }

    void remove(int tag, int id) {
        int mask = slots.length - 1;
        int hole = tag & mask;
        while (id(slots[hole]) != id) {
            hole = (hole + 1) & mask;
        }
        for (int i = (hole + 1) & mask; slots[i] != 0; i = (i + 1) & mask) {
            // How far a slot is from home, and how far from the hole: it may move there if that is not before its home.
            if (((i - tag(slots[i])) & mask) >= ((i - hole) & mask)) {
                slots[hole] = slots[i];
                hole = i;
            }
        }
        slots[hole] = 0;
        size--;
    }

    void grow() {
        refill(slots.length * 2, slots, slots.length);
    }

    /** Becomes one bit deeper, keeps what has this bit clear, and answers a segment with the rest. */
    Segment split() {
        int bit = Integer.SIZE - 1 - depth;
        depth++;
        Segment upper = new Segment(depth, slots.length);
        long[] lower = new long[size];
        int count = 0;
        for (long slot : slots) {
            if (slot == 0) {
                continue;
            }
            if (((tag(slot) >>> bit) & 1) == 0) {
                lower[count++] = slot;
            } else {
                upper.addSlot(slot);
            }
        }
        refill(slots.length, lower, count);
        return upper;
    }

    private void refill(int capacity, long[] from, int count) {
        slots = new long[capacity];
        size = 0;
        Arrays.stream(from, 0, count).filter(slot -> slot != 0).forEach(this::addSlot);
    }

    private void addSlot(long slot) {
        int mask = slots.length - 1;
        int i = tag(slot) & mask;
        while (slots[i] != 0) {
            i = (i + 1) & mask;
        }
        slots[i] = slot;
        size++;
    }

    private static int tag(long slot) {
        return (int) (slot >>> Integer.SIZE);
    }

    private static int id(long slot) {
        return (int) slot - 1;
    }
}
