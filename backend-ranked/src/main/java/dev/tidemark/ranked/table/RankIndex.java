package dev.tidemark.ranked.table;

import dev.tidemark.ranking.Order;
import org.jspecify.annotations.Nullable;

/**
 * The members of a table in order of (score, UTF-8 bytes of the name): add, remove, move, rank and select in O(log n), pages
 * at any offset without a walk to it, and no change that takes long.
 *
 * <p>Any number of readers, or one writer.
 */
public final class RankIndex {

    /*
     * A B+tree that counts (D. Comer, "The ubiquitous B-tree", 1979; T. H. Cormen et al., "Introduction to Algorithms", on
     * order statistics). Leaves hold entries; inner nodes hold, for each child, the number of entries below it and a bound
     * that none of them is below.
     *
     *   inner          counts  4  3  5
     *                  bounds  -  8  20,cid
     *                         /   |   \
     *   leaves   1 2 2 5     8 9 20    20 20 31 40 41
     *
     * A rank is what the counts to the left of the path add up to. Names decide only among equal scores, so the way down
     * mostly goes by numbers alone.
     *
     * Going down to add, a full child is split in two before it is entered, so there is always room for what comes up from
     * below. After a removal, a child that is empty goes, and one that fits into three quarters of a node together with its
     * neighbour joins it; a node may be nearly empty otherwise.
     *
     * A page is read leaf by leaf, each found from the root, so there are no links to keep between leaves.
     */

    /** Is told of entries. */
    public interface Visitor {
        void visit(int id, long score);
    }

    /** What {@link #fill} takes of memory for each entry at most, the arrays that it is given and what it makes included. */
    static final int FILL_BYTES = 64;

    /** What an entry takes at most where entries come in random order. */
    static final int ENTRY_BYTES = 24;

    private final KeyedNames names;

    /** An {@link Inner}, or a {@link Leaf} as long as one is enough. */
    private Object root = Leaf.create();

    private int size;

    @SuppressWarnings("UnusedVariable") // nobody reads it, but what is not kept would not be fetched
    private long fetched;

    /** The writer's, made when the first leaf is full. */
    private @Nullable Paths paths;

    private record Paths(Path from, Path to) {}

    /** An empty index over members that have names. */
    public RankIndex(KeyedNames names) {
        this.names = names;
    }

    public int size() {
        return size;
    }

    /**
     * Makes this index anew, of the first {@code count} of entries in any order: O(n log n). The arrays may be changed
     * afterwards. Takes {@link #FILL_BYTES} an entry for a while; what was in the index before goes first, to make room.
     */
    public void fill(long[] scores, int[] ids, int count) {
        root = Leaf.create();
        root = count == 0 ? Leaf.create() : Filling.tree(new Sorting(scores, ids, count, names), names);
        size = count;
    }

    /** Adds a member that is not there. */
    public void add(int id, long score) {
        if (root instanceof long[] leaf && size < Leaf.CAPACITY) {
            long[] grown = Leaf.grown(leaf, size);
            insert(grown, size, id, score);
            root = grown;
        } else {
            addBelow(rootWithRoom(), id, score);
        }
        size++;
    }

    private void insert(long[] leaf, int count, int id, long score) {
        Leaf.renewKeys(leaf, count, names);
        int key = NameKeys.shortened(names.key(id));
        Leaf.insert(leaf, count, Leaf.placeFor(leaf, count, score, id, key, names), score, id, key);
    }

    private Inner rootWithRoom() {
        if (!(root instanceof Inner inner) || inner.isFull()) {
            root = Inner.above(root, size, names);
        }
        return (Inner) root;
    }

    private void addBelow(Inner top, int id, long score) {
        Inner inner = top;
        while (true) {
            inner.renewKeys();
            int at = inner.childOf(score, id);
            if (inner.isFull(at)) {
                inner.split(at);
                at = inner.childOf(score, id);
            }
            int count = inner.count(at);
            inner.addCount(at, 1);
            if (inner.isOverLeaves()) {
                insert(inner.leaf(at), count, id, score);
                return;
            }
            inner = (Inner) inner.child(at);
        }
    }

    /** Removes a member that is there with this score. */
    public void remove(int id, long score) {
        if (root instanceof Inner inner) {
            Path path = paths().from;
            Inner parent = path.find(inner, inner.childOf(score, id), score, id);
            delete(parent.leaf(path.last()), parent.count(path.last()), id, score);
            path.addCount(inner, -1);
            path.tidy(inner);
            shrink();
        } else {
            delete((long[]) root, size, id, score);
        }
        size--;
    }

    private static void delete(long[] leaf, int count, int id, long score) {
        Leaf.delete(leaf, count, Leaf.placeOf(leaf, count, id, score));
    }

    private void shrink() {
        while (root instanceof Inner inner && inner.size() <= 1) {
            root = inner.size() == 0 ? Leaf.create() : inner.child(0);
        }
    }

    /** Gives a member that is there with one score another. */
    public void move(int id, long from, long to) {
        if (root instanceof long[] leaf) {
            moveWithin(leaf, size, id, from, to);
            return;
        }
        // Down to where the ways part: what is above counts the same as before.
        Inner inner = (Inner) root;
        inner.renewKeys();
        int at = inner.childOf(from, id);
        while (inner.covers(at, to, id)) {
            if (inner.isOverLeaves()) {
                moveWithin(inner.leaf(at), inner.count(at), id, from, to);
                return;
            }
            inner = (Inner) inner.child(at);
            inner.renewKeys();
            at = inner.childOf(from, id);
        }
        Paths both = paths();
        Inner source = both.from.find(inner, at, from, id);
        Inner target = both.to.find(inner, inner.childOf(to, id), to, id);
        int left = both.from.last();
        int entered = both.to.last();
        if (source.canLoseOne(left) && target.count(entered) < Leaf.CAPACITY) {
            fetched = Leaf.fetch(source.leaf(left), target.leaf(entered));
            delete(source.leaf(left), source.count(left), id, from);
            insert(target.leaf(entered), target.count(entered), id, to);
            both.from.addCount(inner, -1);
            both.to.addCount(inner, 1);
        } else {
            remove(id, from);
            add(id, to);
        }
    }

    private void moveWithin(long[] leaf, int count, int id, long from, long to) {
        Leaf.renewKeys(leaf, count, names);
        int place = Leaf.placeOf(leaf, count, id, from);
        int key = Leaf.key(leaf, place);
        Leaf.move(leaf, place, Leaf.placeFor(leaf, count, to, id, key, names), to, id, key);
    }

    private Paths paths() {
        if (paths == null) {
            paths = new Paths(new Path(), new Path());
        }
        return paths;
    }

    /** The rank, from 0 on, of a member that is there with this score. */
    public int rank(int id, long score, Order order) {
        int before = 0;
        int count = size;
        Object node = root;
        while (node instanceof Inner inner) {
            int at = inner.childOf(score, id);
            before += inner.countBefore(at, count);
            count = inner.count(at);
            node = inner.child(at);
        }
        int ascending = before + Leaf.placeOf((long[]) node, count, id, score);
        return order == Order.ASC ? ascending : size - 1 - ascending;
    }

    /** Visits {@code count} entries from the one of rank {@code from} on; both lie within the index. */
    public void forEach(Order order, int from, int count, Visitor visitor) {
        int step = order == Order.ASC ? 1 : -1;
        int rank = order == Order.ASC ? from : size - 1 - from;
        int left = count;
        while (left > 0) {
            int place = rank;
            int all = size;
            Object node = root;
            while (node instanceof Inner inner) {
                int at = inner.childAt(place, all);
                place -= inner.countBefore(at, all);
                all = inner.count(at);
                node = inner.child(at);
            }
            long[] leaf = (long[]) node;
            for (; left > 0 && place >= 0 && place < all; left--, place += step, rank += step) {
                visitor.visit(Leaf.id(leaf, place), Leaf.score(leaf, place));
            }
        }
    }

    /** How far the scores are from 0 at most. */
    long reach() {
        long[] furthest = {0};
        if (size > 0) {
            forEach(Order.ASC, 0, 1, (id, score) -> furthest[0] = Math.abs(score));
            forEach(Order.DESC, 0, 1, (id, score) -> furthest[0] = Math.max(furthest[0], Math.abs(score)));
        }
        return furthest[0];
    }
}
