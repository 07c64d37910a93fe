package dev.tidemark.ranked.table;

import dev.tidemark.Names;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Entries of a {@link RankIndex} that stand next to each other. A leaf is an array and nothing else; its size is known to who
 * has it.
 */
final class Leaf {

    /*
     *   words   score id  score id  score id  ...
     *
     * In a large table a leaf is seldom in a cache, so what counts is how often the processor has to wait for one address
     * before it knows the next. Hence no object around the array, ids beside their scores, and a search that reads a score
     * from every cache line at once, all of them known beforehand, where a binary search would wait for one after the other.
     *
     * Names are looked at only to find a place among equal scores: an entry that is here is found by its score and its id.
     */
    static final int CAPACITY = Integer.getInteger("leaf", 64);

    /** A lone leaf starts with room for so many: most tables are small. */
    private static final int FIRST = 8;

    /** How many entries fill a cache line. */
    private static final int LINE = 4;

    private Leaf() {}

    /** A leaf that grows up to its capacity. */
    static long[] create() {
        return new long[2 * FIRST];
    }

    static long score(long[] leaf, int place) {
        return leaf[2 * place];
    }

    static int id(long[] leaf, int place) {
        return (int) leaf[2 * place + 1];
    }

    static void put(long[] leaf, int place, int id, long score) {
        leaf[2 * place] = score;
        leaf[2 * place + 1] = id;
    }

    /** The place of an entry that is here. */
    static int placeOf(long[] leaf, int size, int id, long score) {
        int place = firstFrom(leaf, size, score);
        while (id(leaf, place) != id) {
            place++;
        }
        return place;
    }

    /** The place where an entry belongs. */
    static int placeFor(long[] leaf, int size, long score, String name, IntFunction<String> names) {
        int low = firstFrom(leaf, size, score);
        if (low == size || score(leaf, low) != score) {
            return low;
        }
        int high = firstFrom(leaf, size, score + 1);
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Names.UTF8_ORDER.compare(names.apply(id(leaf, middle)), name) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The first place whose score is at least {@code score}. A difference of scores is negative by its first bit. */
    private static int firstFrom(long[] leaf, int size, long score) {
        int lines = 0;
        for (int last = LINE - 1; last < size; last += LINE) {
            lines += (int) ((leaf[2 * last] - score) >>> 63);
        }
        int place = lines * LINE;
        int found = place;
        int end = Math.min(place + LINE, size);
        for (int i = place; i < end; i++) {
            found += (int) ((leaf[2 * i] - score) >>> 63);
        }
        return found;
    }

    /** Makes room for an entry in a leaf that is not full, and answers the leaf, which may be another array now. */
    static long[] grown(long[] leaf, int size) {
        return 2 * size < leaf.length ? leaf : Arrays.copyOf(leaf, Math.min(2 * CAPACITY, 4 * size));
    }

    static void insert(long[] leaf, int size, int place, int id, long score) {
        shift(leaf, place, place + 1, size - place);
        put(leaf, place, id, score);
    }

    static void delete(long[] leaf, int size, int place) {
        shift(leaf, place + 1, place, size - place - 1);
    }

    /** Takes an entry from one place to before another. */
    static void move(long[] leaf, int place, int before, int id, long score) {
        int target = before;
        if (target > place) {
            target--;
            shift(leaf, place + 1, place, target - place);
        } else {
            shift(leaf, target, target + 1, place - target);
        }
        put(leaf, target, id, score);
    }

    /** A leaf of its own with the entries from {@code from} on. */
    static long[] upper(long[] leaf, int size, int from) {
        long[] upper = new long[2 * CAPACITY];
        System.arraycopy(leaf, 2 * from, upper, 0, 2 * (size - from));
        return upper;
    }

    /** Takes over all entries of the leaf behind. */
    static void join(long[] leaf, int size, long[] next, int nextSize) {
        System.arraycopy(next, 0, leaf, 2 * size, 2 * nextSize);
    }

    private static void shift(long[] leaf, int from, int to, int count) {
        System.arraycopy(leaf, 2 * from, leaf, 2 * to, 2 * count);
    }
}
