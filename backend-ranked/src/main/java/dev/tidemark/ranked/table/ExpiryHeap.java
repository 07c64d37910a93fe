package dev.tidemark.ranked.table;

import java.util.Arrays;

/**
 * What is to be undone when, the earliest first: O(log n) to add and to take, O(1) to look. A binary heap in parallel
 * arrays, so that a pending undo costs 20 bytes and no object.
 *
 * <p>Not thread-safe.
 */
final class ExpiryHeap {

    private long[] deadlines = {};
    private long[] amounts = {};
    private Entry[] entries = {};
    private int size;

    /** The earliest deadline in epoch milliseconds, or {@link Long#MAX_VALUE} if nothing is pending. */
    long earliest() {
        return size == 0 ? Long.MAX_VALUE : deadlines[0];
    }

    void add(long deadline, Entry entry, long amount) {
        if (size == deadlines.length) {
            grow();
        }
        int hole = size++;
        while (hole > 0 && deadlines[(hole - 1) >>> 1] > deadline) {
            move((hole - 1) >>> 1, hole);
            hole = (hole - 1) >>> 1;
        }
        put(hole, deadline, entry, amount);
    }

    /** The amount to take off {@link #earliestEntry}. */
    long earliestAmount() {
        return amounts[0];
    }

    Entry earliestEntry() {
        return entries[0];
    }

    void removeEarliest() {
        int last = --size;
        long deadline = deadlines[last];
        int hole = 0;
        while (2 * hole + 1 < last) {
            int child = 2 * hole + 1;
            if (child + 1 < last && deadlines[child + 1] < deadlines[child]) {
                child++;
            }
            if (deadlines[child] >= deadline) {
                break;
            }
            move(child, hole);
            hole = child;
        }
        put(hole, deadline, entries[last], amounts[last]);
        forget(last);
    }

    private void grow() {
        int capacity = Math.max(8, size + (size >> 1));
        deadlines = Arrays.copyOf(deadlines, capacity);
        amounts = Arrays.copyOf(amounts, capacity);
        entries = Arrays.copyOf(entries, capacity);
    }

    private void move(int from, int to) {
        put(to, deadlines[from], entries[from], amounts[from]);
    }

    private void put(int place, long deadline, Entry entry, long amount) {
        deadlines[place] = deadline;
        amounts[place] = amount;
        entries[place] = entry;
    }

    @SuppressWarnings("NullAway") // beyond size there is nothing
    private void forget(int place) {
        entries[place] = null;
    }
}
