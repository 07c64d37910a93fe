package dev.tidemark.ranked.table;

import dev.tidemark.Names;
import java.util.Arrays;

/**
 * A node of a {@link RankIndex} over other nodes: all of them leaves, or none. Beside each child stands how many entries are
 * below it, and from where on: a bound (score, name) that is above all entries of the child before, and not above any of its
 * own. The bound of the first child does not count. A bound is a value, and stays when the entry goes that it was taken from.
 * Where many scores are equal it is names that show the way: so the {@linkplain NameKeys keys} of bounds are here too.
 */
final class Inner {

    static final int CAPACITY = 256;

    /** Children are joined up to this, so that what was joined does not split again at once. */
    private static final int JOINED = CAPACITY - CAPACITY / 4;

    private static final int JOINED_LEAF = Leaf.CAPACITY - Leaf.CAPACITY / 4;

    /** Below all scores. */
    private static final long LOWEST = Long.MIN_VALUE / 2;

    /** How many scores fill a cache line. */
    private static final int LINE = 8;

    /** Most tables are small: a node starts with room for so many children. */
    private static final int FIRST = 8;

    /** Each an {@code Inner}, or each a {@link Leaf}. */
    private Object[] children = new Object[FIRST];

    private int[] counts = new int[FIRST];
    private long[] lowScores = new long[FIRST];
    private String[] lowNames = new String[FIRST];
    private long[] lowKeys = new long[FIRST];
    private final boolean overLeaves;
    private final KeyedNames names;
    private int era;
    private int size;

    Inner(boolean overLeaves, KeyedNames names) {
        this.overLeaves = overLeaves;
        this.names = names;
        this.era = names.keys().era();
    }

    /** A node above a root that has become too large. */
    static Inner above(Object root, int count, KeyedNames names) {
        Inner inner = new Inner(root instanceof long[], names);
        inner.append(root, count, LOWEST, "");
        return inner;
    }

    int size() {
        return size;
    }

    boolean isOverLeaves() {
        return overLeaves;
    }

    Object child(int at) {
        return children[at];
    }

    int count(int at) {
        return counts[at];
    }

    long[] leaf(int at) {
        return (long[]) children[at];
    }

    /** The child with the entry that has so many of {@code all} in this node before it. */
    int childAt(int place, int all) {
        int child;
        if (place < all / 2) {
            child = 0;
            for (int left = place; left >= counts[child]; child++) {
                left -= counts[child];
            }
        } else {
            child = size - 1;
            for (int left = all - 1 - place; left >= counts[child]; child--) {
                left -= counts[child];
            }
        }
        return child;
    }

    /** How many of {@code all} entries in this node are before those of a child. */
    int countBefore(int child, int all) {
        return child < size / 2 ? count(0, child) : all - count(child, size);
    }

    int countAll() {
        return count(0, size);
    }

    private int count(int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i++) {
            sum += counts[i];
        }
        return sum;
    }

    void addCount(int at, int change) {
        counts[at] += change;
    }

    /** The child where an entry is, or belongs. */
    int childOf(long score, int id) {
        int low = firstFrom(score);
        if (low < size && lowScores[low] == score) {
            int high = firstFrom(score + 1);
            long key = names.key(id);
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (isFrom(middle, id, key)) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
        }
        return low - 1;
    }

    /** Whether a child is the one where an entry is, or belongs. */
    boolean covers(int at, long score, int id) {
        return (at == 0 || isFrom(at, score, id)) && (at + 1 == size || !isFrom(at + 1, score, id));
    }

    private boolean isFrom(int at, long score, int id) {
        long low = lowScores[at];
        return score > low || (score == low && isFrom(at, id, names.key(id)));
    }

    /** Whether a member's name, which has this key, is not before that of a bound. */
    private boolean isFrom(int at, int id, long key) {
        boolean keysTell = isOfThisEra() && key != lowKeys[at];
        return keysTell ? key > lowKeys[at] : Names.UTF8_ORDER.compare(names.name(id), lowNames[at]) >= 0;
    }

    /** For who writes: makes the keys anew if they are of another era. */
    void renewKeys() {
        if (!isOfThisEra()) {
            for (int i = 0; i < size; i++) {
                lowKeys[i] = names.keys().of(lowNames[i]);
            }
            era = names.keys().era();
        }
    }

    private boolean isOfThisEra() {
        return era == names.keys().era();
    }

    /**
     * The first place, but for place 0, whose score is at least {@code score}; the bound at place 0 may be above the next.
     * Reads a score from every cache line at once, all of them known beforehand, where a binary search would wait for one
     * after the other.
     */
    private int firstFrom(long score) {
        int lines = 0;
        for (int last = LINE - 1; last < size; last += LINE) {
            lines += (int) ((lowScores[last] - score) >>> 63);
        }
        int place = Math.max(1, lines * LINE);
        int found = place;
        int end = Math.min(lines * LINE + LINE, size);
        for (int i = place; i < end; i++) {
            found += (int) ((lowScores[i] - score) >>> 63);
        }
        return found;
    }

    boolean isFull() {
        return size == CAPACITY;
    }

    boolean isFull(int at) {
        return overLeaves ? counts[at] == Leaf.CAPACITY : ((Inner) children[at]).isFull();
    }

    void append(Object child, int count, long lowScore, String lowName) {
        insert(size, child, count, lowScore, lowName);
    }

    /** Splits a child in two; this node has room for that. */
    void split(int at) {
        if (overLeaves) {
            int half = counts[at] / 2;
            long[] upper = Leaf.upper((long[]) children[at], counts[at], half);
            insert(at + 1, upper, counts[at] - half, Leaf.score(upper, 0), names.name(Leaf.id(upper, 0)));
        } else {
            Inner upper = ((Inner) children[at]).upperHalf();
            insert(at + 1, upper, upper.countAll(), upper.lowScores[0], upper.lowNames[0]);
        }
        counts[at] -= counts[at + 1];
    }

    private Inner upperHalf() {
        Inner upper = new Inner(overLeaves, names);
        int half = size / 2;
        upper.appendAll(this, half);
        clear(half);
        return upper;
    }

    private void appendAll(Inner other, int from) {
        for (int i = from; i < other.size; i++) {
            append(other.children[i], other.counts[i], other.lowScores[i], other.lowNames[i]);
        }
    }

    /** Whether a child that loses an entry can stay as it is. */
    boolean canLoseOne(int at) {
        return counts[at] > 1
                && (at == 0 || counts[at - 1] + counts[at] - 1 > JOINED_LEAF)
                && (at + 1 == size || counts[at] - 1 + counts[at + 1] > JOINED_LEAF);
    }

    /** Lets a child go that is empty, or joins it with a neighbour if both are small. Answers whether there is one less. */
    boolean tidy(int at) {
        if (counts[at] == 0) {
            delete(at);
        } else if (at > 0 && fitTogether(at - 1)) {
            join(at - 1);
        } else if (at + 1 < size && fitTogether(at)) {
            join(at);
        } else {
            return false;
        }
        return true;
    }

    private boolean fitTogether(int at) {
        return overLeaves
                ? counts[at] + counts[at + 1] <= JOINED_LEAF
                : ((Inner) children[at]).size + ((Inner) children[at + 1]).size <= JOINED;
    }

    private void join(int at) {
        if (overLeaves) {
            Leaf.join((long[]) children[at], counts[at], (long[]) children[at + 1], counts[at + 1]);
        } else {
            // What was the first child there needs a bound here: that of its node.
            Inner next = (Inner) children[at + 1];
            next.lowScores[0] = lowScores[at + 1];
            next.lowNames[0] = lowNames[at + 1];
            ((Inner) children[at]).appendAll(next, 0);
        }
        counts[at] += counts[at + 1];
        delete(at + 1);
    }

    private void insert(int at, Object child, int count, long lowScore, String lowName) {
        if (size == children.length) {
            grow();
        }
        shift(at, at + 1, size - at);
        put(at, child, count, lowScore, lowName);
        size++;
    }

    private void grow() {
        int room = Math.min(CAPACITY, 2 * size);
        children = Arrays.copyOf(children, room);
        counts = Arrays.copyOf(counts, room);
        lowScores = Arrays.copyOf(lowScores, room);
        lowNames = Arrays.copyOf(lowNames, room);
        lowKeys = Arrays.copyOf(lowKeys, room);
    }

    private void delete(int at) {
        shift(at + 1, at, size - at - 1);
        clear(size - 1);
    }

    private void put(int at, Object child, int count, long lowScore, String lowName) {
        children[at] = child;
        counts[at] = count;
        lowScores[at] = lowScore;
        lowNames[at] = lowName;
        lowKeys[at] = isOfThisEra() ? names.keys().of(lowName) : 0;
    }

    private void shift(int from, int to, int count) {
        System.arraycopy(children, from, children, to, count);
        System.arraycopy(counts, from, counts, to, count);
        System.arraycopy(lowScores, from, lowScores, to, count);
        System.arraycopy(lowNames, from, lowNames, to, count);
        System.arraycopy(lowKeys, from, lowKeys, to, count);
    }

    @SuppressWarnings("NullAway") // beyond size there is nothing
    private void clear(int from) {
        Arrays.fill(children, from, size, null);
        Arrays.fill(lowNames, from, size, null);
        size = from;
    }
}
