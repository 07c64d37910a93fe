package dev.tidemark.ranked.table;

import dev.tidemark.Names;

/**
 * Sorts entries by (score, UTF-8 bytes of the name) in O(n log n), for a {@link RankIndex} to be filled with. A merge sort:
 * it goes through its arrays in their order. Each name is looked at once for its key, and again only where two entries have
 * the same score and the same key.
 */
final class Sorting {

    /** Runs up to this length are sorted by insertion. */
    private static final int SHORT = 16;

    /** Entries, each at the same place of three arrays. */
    private static final class Entries {

        final long[] scores;
        final long[] keys;
        final int[] ids;

        Entries(long[] scores, long[] keys, int[] ids) {
            this.scores = scores;
            this.keys = keys;
            this.ids = ids;
        }

        void put(int place, long score, long key, int id) {
            scores[place] = score;
            keys[place] = key;
            ids[place] = id;
        }

        void put(int place, Entries from, int taken) {
            put(place, from.scores[taken], from.keys[taken], from.ids[taken]);
        }
    }

    private final KeyedNames names;
    private final int count;
    private Entries entries;

    /** Sorts the first {@code count} of each array; they are in no order afterwards. */
    Sorting(long[] scores, int[] ids, int count, KeyedNames names) {
        this.names = names;
        this.count = count;
        this.entries = new Entries(scores, new long[count], ids);
        for (int i = 0; i < count; i++) {
            entries.keys[i] = names.key(ids[i]);
        }
        for (int from = 0; from < count; from += SHORT) {
            insertionSort(from, Math.min(count, from + SHORT));
        }
        Entries other = new Entries(new long[count], new long[count], new int[count]);
        for (long length = SHORT; length < count; length *= 2) {
            for (long from = 0; from < count; from += 2 * length) {
                int middle = (int) Math.min(count, from + length);
                int to = (int) Math.min(count, from + 2 * length);
                merge((int) from, middle, to, other);
            }
            Entries sorted = other;
            other = entries;
            entries = sorted;
        }
    }

    int count() {
        return count;
    }

    long score(int place) {
        return entries.scores[place];
    }

    long key(int place) {
        return entries.keys[place];
    }

    int id(int place) {
        return entries.ids[place];
    }

    private void insertionSort(int from, int to) {
        for (int i = from + 1; i < to; i++) {
            long score = score(i);
            long key = key(i);
            int id = id(i);
            int hole = i;
            for (; hole > from && isBefore(score, key, id, hole - 1); hole--) {
                entries.put(hole, entries, hole - 1);
            }
            entries.put(hole, score, key, id);
        }
    }

    private void merge(int from, int middle, int to, Entries into) {
        int left = from;
        int right = middle;
        for (int i = from; i < to; i++) {
            boolean takeRight = left == middle || (right < to && isBefore(score(right), key(right), id(right), left));
            into.put(i, entries, takeRight ? right++ : left++);
        }
    }

    private boolean isBefore(long score, long key, int id, int place) {
        if (score != score(place)) {
            return score < score(place);
        }
        if (key != key(place)) {
            return key < key(place);
        }
        return Names.UTF8_ORDER.compare(names.name(id), names.name(id(place))) < 0;
    }
}
