package dev.tidemark.ranked.table;

/**
 * A way through a {@link RankIndex} down to a leaf, for who changes something there. It holds places, and no nodes: to note a
 * reference in an object that is there for long is not free, the garbage collector has to be told.
 */
final class Path {

    /** More than a tree can be high whose nodes have more than 96 children on the average, as two neighbours have 193. */
    private static final int MAX_HEIGHT = 16;

    private final int[] places = new int[MAX_HEIGHT];
    private int height;

    /** Goes down through a child of {@code top} to where an entry is, or belongs, and answers the node over that leaf. */
    Inner find(Inner top, int child, long score, int id) {
        places[0] = child;
        height = 1;
        Inner inner = top;
        while (!inner.isOverLeaves()) {
            inner = (Inner) inner.child(last());
            inner.renewKeys();
            places[height++] = inner.childOf(score, id);
        }
        return inner;
    }

    /** The place of the leaf. */
    int last() {
        return places[height - 1];
    }

    /** Counts entries that came or went. */
    void addCount(Inner top, int change) {
        Inner inner = top;
        inner.addCount(places[0], change);
        for (int level = 1; level < height; level++) {
            inner = (Inner) inner.child(places[level - 1]);
            inner.addCount(places[level], change);
        }
    }

    /** Joins what has become small, from the leaf up. The path leads nowhere afterwards. */
    void tidy(Inner top) {
        tidy(top, 0);
    }

    private boolean tidy(Inner inner, int level) {
        boolean isLowest = level == height - 1;
        return (isLowest || tidy((Inner) inner.child(places[level]), level + 1)) && inner.tidy(places[level]);
    }
}
