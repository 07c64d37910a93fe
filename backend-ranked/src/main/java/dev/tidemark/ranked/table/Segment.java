package dev.tidemark.ranked.table;

/** A part of a {@link MemberMap}: those members whose hashes begin with the same {@link #depth} bits. */
final class Segment {

    /*
     * Open addressing with linear probing, at most three quarters full. A slot is a long: the upper half is 32 bits of the
     * hash, the lower half the id plus one, so that 0 is an empty slot.
     *
     * What is removed leaves no mark: those behind it move up (D. E. Knuth, The Art of Computer Programming, volume 3, 6.4,
     * algorithm R).
     */
    static final int SHIFT = 12;

    static final int CAPACITY = 1 << SHIFT;
    static final int FIRST = 8;

    int depth;
    private long[] slots;

    /** Of places. It is that of {@link #slots}, but to know it nothing has to be fetched from there. */
    private int mask;

    private int size;

    Segment(int depth, int capacity) {
        this.depth = depth;
        this.slots = new long[capacity];
        this.mask = capacity - 1;
    }

    int capacity() {
        return slots.length;
    }

    boolean isFull() {
        return size >= slots.length - (slots.length >> 2);
    }

    int find(int tag, String name, Roster roster) {
        for (int i = tag & mask; ; i = (i + 1) & mask) {
            long slot = slots[i];
            if (slot == 0) {
                return MemberMap.NONE;
            }
            if (tag(slot) == tag && roster.isNamed(id(slot), name)) {
                return id(slot);
            }
        }
    }

    void add(int tag, int id) {
        add(((long) tag << Integer.SIZE) | (id + 1));
    }

    private void add(long slot) {
        int i = tag(slot) & mask;
        while (slots[i] != 0) {
            i = (i + 1) & mask;
        }
        slots[i] = slot;
        size++;
    }

    void remove(int tag, int id) {
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
        Segment larger = new Segment(depth, slots.length * 2);
        for (int i = 0; i < slots.length; i++) {
            if (slots[i] != 0) {
                larger.add(slots[i]);
            }
        }
        takeOver(larger);
    }

    /** Becomes one bit deeper, keeps what has this bit clear, and answers a segment with the rest. */
    Segment split() {
        int bit = Integer.SIZE - 1 - depth;
        Segment lower = new Segment(depth + 1, slots.length);
        Segment upper = new Segment(depth + 1, slots.length);
        for (int i = 0; i < slots.length; i++) {
            if (slots[i] != 0) {
                Segment half = ((tag(slots[i]) >>> bit) & 1) == 0 ? lower : upper;
                half.add(slots[i]);
            }
        }
        takeOver(lower);
        return upper;
    }

    private void takeOver(Segment other) {
        depth = other.depth;
        slots = other.slots;
        mask = other.mask;
        size = other.size;
    }

    private static int tag(long slot) {
        return (int) (slot >>> Integer.SIZE);
    }

    private static int id(long slot) {
        return (int) slot - 1;
    }
}
