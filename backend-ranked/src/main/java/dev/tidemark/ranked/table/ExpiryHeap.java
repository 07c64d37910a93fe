package dev.tidemark.ranked.table;

import java.util.Arrays;

/** A few undos, the earliest first. Its place is in a cache: it is as small as {@link Expiries} keeps it. */
final class ExpiryHeap {

    /*
     * A heap whose nodes have four children (D. B. Johnson, "Priority queues with update and finding minimum spanning
     * trees", 1975): half as deep as a binary one, and brothers share their cache lines. Three words to an entry: see Undos.
     */
    private static final int FIRST = 8;

    private static final int ARITY = 4;

    private long[] words = {};
    private int size;

    int size() {
        return size;
    }

    /** Its entries, in the heap's own order; those behind {@link #size} do not count. */
    long[] words() {
        return words;
    }

    void add(long deadline, long whose, long amount) {
        if (Undos.word(size) == words.length) {
            words = Arrays.copyOf(words, Math.max(Undos.word(FIRST), 2 * words.length));
        }
        int hole = size++;
        while (hole > 0) {
            int parent = (hole - 1) / ARITY;
            if (!Undos.isBefore(deadline, amount, words, parent)) {
                break;
            }
            Undos.copy(words, parent, words, hole);
            hole = parent;
        }
        Undos.put(words, hole, deadline, whose, amount);
    }

    void removeEarliest() {
        int last = --size;
        long deadline = Undos.deadline(words, last);
        long amount = Undos.amount(words, last);
        int hole = 0;
        for (int child = earliestChild(hole); child < last; child = earliestChild(hole)) {
            if (Undos.isBefore(deadline, amount, words, child)) {
                break;
            }
            Undos.copy(words, child, words, hole);
            hole = child;
        }
        Undos.copy(words, last, words, hole);
    }

    /** The child that is to come first, or a place past the end. */
    private int earliestChild(int parent) {
        int earliest = parent * ARITY + 1;
        int end = Math.min(size, earliest + ARITY);
        for (int child = earliest + 1; child < end; child++) {
            if (Undos.isBefore(Undos.deadline(words, child), Undos.amount(words, child), words, earliest)) {
                earliest = child;
            }
        }
        return earliest;
    }

    /** Removes what was cancelled, and gives back the memory. Returns how many that were. */
    int keepOnly(Expiries.Liveness liveness) {
        long[] all = words;
        int before = size;
        words = new long[] {};
        size = 0;
        for (int i = 0; i < before; i++) {
            if (Undos.isLive(all, i, liveness)) {
                add(Undos.deadline(all, i), Undos.whose(all, i), Undos.amount(all, i));
            }
        }
        return before - size;
    }

    /** Takes all entries out, in order. */
    long[] drain() {
        long[] spare = new long[words.length];
        long[] sorted = UndoSorting.sort(words, spare, size);
        words = sorted == words ? spare : words;
        size = 0;
        return sorted;
    }
}
