package dev.tidemark.ranked.table;

import dev.tidemark.Names;
import java.util.Arrays;

/**
 * Entries of a {@link RankIndex} that stand next to each other. A leaf is an array and nothing else; its size is known to who
 * has it.
 */
final class Leaf {

    /*
     *   words   era  |  score, key and id  |  score, key and id  |  ...
     *
     * In a large table a leaf is seldom in a cache, so what counts is how often the processor has to wait for one address
     * before it knows the next. Hence no object around the array, ids beside their scores, and a search that does not decide
     * where to read by what it has read.
     *
     * An entry that is here is found by its score and its id. Where it belongs among equal scores is found by its short key, see
     * NameKeys; they are of the era that the first word tells, and are made anew before a leaf of another era is written.
     */
    static final int CAPACITY = 64;

    /** A lone leaf starts with room for so many: most tables are small. */
    private static final int FIRST = 8;

    private static final int WORDS_OF_LINE = 8;

    /** How many entries fill a cache line. */
    private static final int LINE = WORDS_OF_LINE / 2;

    /** Keys that were never made. */
    private static final int NO_ERA = -1;

    private Leaf() {}

    /** A leaf with room for a few, that grows up to its capacity. */
    static long[] create() {
        return create(FIRST);
    }

    static long[] create(int room) {
        long[] leaf = new long[1 + 2 * room];
        leaf[0] = NO_ERA;
        return leaf;
    }

    /** An empty leaf, to be filled with keys of this era. */
    static long[] create(int room, int era) {
        long[] leaf = create(room);
        leaf[0] = era;
        return leaf;
    }

    static long score(long[] leaf, int place) {
        return leaf[2 * place + 1];
    }

    static int id(long[] leaf, int place) {
        return (int) leaf[2 * place + 2];
    }

    static int key(long[] leaf, int place) {
        return (int) (leaf[2 * place + 2] >>> Integer.SIZE);
    }

    static void put(long[] leaf, int place, long score, int id, int key) {
        leaf[2 * place + 1] = score;
        leaf[2 * place + 2] = ((long) key << Integer.SIZE) | id;
    }

    /**
     * Has two whole leaves fetched from memory at once. To search them one after the other is to wait twice: what is found in
     * the first decides what is done next, and the processor does not look beyond that. Answers something of no use.
     */
    static long fetch(long[] one, long[] other) {
        long sum = 0;
        for (int i = WORDS_OF_LINE - 1; i < 2 * CAPACITY; i += WORDS_OF_LINE) {
            sum += one[i] ^ other[i];
        }
        return sum;
    }

    /** Makes the keys anew if they are of another era. */
    static void renewKeys(long[] leaf, int size, KeyedNames names) {
        if (leaf[0] != names.keys().era()) {
            for (int place = 0; place < size; place++) {
                int id = id(leaf, place);
                put(leaf, place, score(leaf, place), id, NameKeys.shortened(names.key(id)));
            }
            leaf[0] = names.keys().era();
        }
    }

    /** The place of an entry that is here. */
    static int placeOf(long[] leaf, int size, int id, long score) {
        int place = firstFrom(leaf, size, score);
        while (id(leaf, place) != id) {
            place++;
        }
        return place;
    }

    /** The place where an entry belongs, in a leaf with keys of this era. */
    static int placeFor(long[] leaf, int size, long score, int id, int key, KeyedNames names) {
        int low = firstFrom(leaf, size, score);
        int high = low;
        // Most scores are alone or in small company; the few large ones are not walked through.
        while (high < size && high - low < 2 * LINE && score(leaf, high) == score) {
            high++;
        }
        if (high - low == 2 * LINE) {
            high = firstFrom(leaf, size, score + 1);
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (isBefore(leaf, middle, id, key, names)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Whether an entry's name is before that of another: by their short keys, by their keys, or else by the names. */
    private static boolean isBefore(long[] leaf, int place, int id, int key, KeyedNames names) {
        if (key(leaf, place) != key) {
            return key(leaf, place) < key;
        }
        int other = id(leaf, place);
        long otherKey = names.key(other);
        long wholeKey = names.key(id);
        return otherKey == wholeKey
                ? Names.UTF8_ORDER.compare(names.name(other), names.name(id)) < 0
                : otherKey < wholeKey;
    }

    /**
     * The first place whose score is at least {@code score}. Reads a score from every cache line, all of them known
     * beforehand and none waiting for another: that takes hardly longer than to wait for one.
     */
    private static int firstFrom(long[] leaf, int size, long score) {
        int lines = 0;
        for (int last = LINE - 1; last < size; last += LINE) {
            lines += (int) ((score(leaf, last) - score) >>> 63);
        }
        int found = lines * LINE;
        int end = Math.min(found + LINE, size);
        for (int i = lines * LINE; i < end; i++) {
            found += (int) ((score(leaf, i) - score) >>> 63);
        }
        return found;
    }

    /** Makes room for an entry in a leaf that is not full, and answers the leaf, which may be another array now. */
    static long[] grown(long[] leaf, int size) {
        return 2 * size + 1 < leaf.length ? leaf : Arrays.copyOf(leaf, 1 + 2 * Math.min(CAPACITY, 2 * size));
    }

    static void insert(long[] leaf, int size, int place, long score, int id, int key) {
        shift(leaf, place, place + 1, size - place);
        put(leaf, place, score, id, key);
    }

    static void delete(long[] leaf, int size, int place) {
        shift(leaf, place + 1, place, size - place - 1);
    }

    /** Takes an entry from one place to before another. */
    static void move(long[] leaf, int place, int before, long score, int id, int key) {
        int target = before;
        if (target > place) {
            target--;
            shift(leaf, place + 1, place, target - place);
        } else {
            shift(leaf, target, target + 1, place - target);
        }
        put(leaf, target, score, id, key);
    }

    /** A leaf of its own with the entries from {@code from} on. */
    static long[] upper(long[] leaf, int size, int from) {
        long[] upper = create(CAPACITY);
        upper[0] = leaf[0];
        System.arraycopy(leaf, 2 * from + 1, upper, 1, 2 * (size - from));
        return upper;
    }

    /** Takes over all entries of the leaf behind. If their keys are of another era, those of both have to be made anew. */
    static void join(long[] leaf, int size, long[] next, int nextSize) {
        System.arraycopy(next, 1, leaf, 2 * size + 1, 2 * nextSize);
        if (leaf[0] != next[0]) {
            leaf[0] = NO_ERA;
        }
    }

    private static void shift(long[] leaf, int from, int to, int count) {
        System.arraycopy(leaf, 2 * from + 1, leaf, 2 * to + 1, 2 * count);
    }
}
