package dev.tidemark.ranked.table;

/** The way from an inner node of a {@link RankIndex} down to a leaf, for who changes something there. */
final class Path {

    /** More than a tree can be high whose nodes have some ninety children on the average, as two neighbours have 192. */
    private static final int MAX_HEIGHT = 16;

    private final Inner[] nodes = new Inner[MAX_HEIGHT];
    private final int[] places = new int[MAX_HEIGHT];
    private int height;
    private long[] leaf = {};

    /** Goes down through a child of {@code top} to the leaf where an entry is, or belongs. */
    void find(Inner top, int child, long score, String name) {
        nodes[0] = top;
        places[0] = child;
        height = 1;
        Object node = top.child(child);
        while (node instanceof Inner inner) {
            inner.renewKeys();
            int at = inner.childOf(score, name);
            nodes[height] = inner;
            places[height++] = at;
            node = inner.child(at);
        }
        leaf = (long[]) node;
    }

    long[] leaf() {
        return leaf;
    }

    int leafSize() {
        return nodes[height - 1].count(places[height - 1]);
    }

    boolean canLoseOne() {
        return nodes[height - 1].canLoseOne(places[height - 1]);
    }

    /** Counts entries that came or went. */
    void addCount(int change) {
        for (int i = 0; i < height; i++) {
            nodes[i].addCount(places[i], change);
        }
    }

    /** Joins what has become small, from the leaf up. The path leads nowhere afterwards. */
    void tidy() {
        int level = height - 1;
        while (level >= 0 && nodes[level].tidy(places[level])) {
            level--;
        }
    }
}
