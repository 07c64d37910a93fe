package dev.tidemark.ranked.table;

import dev.tidemark.ranking.Order;
import java.util.function.IntFunction;
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

    private final NameKeys keys;

    /** An {@link Inner}, or a {@link Leaf} as long as one is enough. */
    private Object root = Leaf.create();

    private int size;

    /** The writer's, made when the first leaf is full. */
    private @Nullable Paths paths;

    private record Paths(Path from, Path to) {}

    /** An empty index over members that have names. */
    public RankIndex(IntFunction<String> names) {
        this.keys = new NameKeys(names);
    }

    public int size() {
        return size;
    }

    /** To be told of each name that {@link #fill} is going to bring. */
    public void expect(String name) {
        keys.include(name);
    }

    /**
     * Makes this index anew, of the first {@code count} of entries in any order: O(n log n). The arrays may be changed
     * afterwards.
     */
    public void fill(long[] scores, int[] ids, int count) {
        root = count == 0 ? Leaf.create() : Filling.tree(new Sorting(scores, ids, count, keys), keys);
        size = count;
    }

    /** Adds a member that is not there. */
    public void add(int id, String name, long score) {
        keys.include(name);
        if (root instanceof long[] leaf && size < Leaf.CAPACITY) {
            long[] grown = Leaf.grown(leaf, size);
            insert(grown, size, id, score, name);
            root = grown;
        } else {
            addBelow(rootWithRoom(), id, score, name);
        }
        size++;
    }

    private void insert(long[] leaf, int count, int id, long score, String name) {
        Leaf.renewKeys(leaf, count, keys);
        int key = keys.of(name);
        Leaf.insert(leaf, count, Leaf.placeFor(leaf, count, score, name, key, keys), score, id, key);
    }

    private Inner rootWithRoom() {
        if (!(root instanceof Inner inner) || inner.isFull()) {
            root = Inner.above(root, size, keys);
        }
        return (Inner) root;
    }

    private void addBelow(Inner top, int id, long score, String name) {
        Inner inner = top;
        while (true) {
            inner.renewKeys();
            int at = inner.childOf(score, name);
            if (inner.isFull(at)) {
                inner.split(at);
                at = inner.childOf(score, name);
            }
            int count = inner.count(at);
            inner.addCount(at, 1);
            if (inner.child(at) instanceof long[] leaf) {
                insert(leaf, count, id, score, name);
                return;
            }
            inner = (Inner) inner.child(at);
        }
    }

    /** Removes a member that is there with this score. */
    public void remove(int id, String name, long score) {
        if (root instanceof Inner inner) {
            Path path = paths().from;
            path.find(inner, inner.childOf(score, name), score, name);
            Leaf.delete(path.leaf(), path.leafSize(), Leaf.placeOf(path.leaf(), path.leafSize(), id, score));
            path.addCount(-1);
            path.tidy();
            shrink();
        } else {
            long[] leaf = (long[]) root;
            Leaf.delete(leaf, size, Leaf.placeOf(leaf, size, id, score));
        }
        size--;
    }

    private void shrink() {
        while (root instanceof Inner inner && inner.size() <= 1) {
            root = inner.size() == 0 ? Leaf.create() : inner.child(0);
        }
    }

    /** Gives a member that is there with one score another. */
    public void move(int id, String name, long from, long to) {
        if (root instanceof long[] leaf) {
            moveWithin(leaf, size, id, from, to, name);
            return;
        }
        // Down to where the ways part: what is above counts the same as before.
        Inner inner = (Inner) root;
        inner.renewKeys();
        int at = inner.childOf(from, name);
        while (inner.covers(at, to, name)) {
            if (inner.child(at) instanceof long[] leaf) {
                moveWithin(leaf, inner.count(at), id, from, to, name);
                return;
            }
            inner = (Inner) inner.child(at);
            inner.renewKeys();
            at = inner.childOf(from, name);
        }
        Paths both = paths();
        both.from.find(inner, at, from, name);
        both.to.find(inner, inner.childOf(to, name), to, name);
        if (both.from.canLoseOne() && both.to.leafSize() < Leaf.CAPACITY) {
            moveBetween(both.from, both.to, id, from, to, name);
        } else {
            remove(id, name, from);
            add(id, name, to);
        }
    }

    private void moveWithin(long[] leaf, int count, int id, long from, long to, String name) {
        Leaf.renewKeys(leaf, count, keys);
        int place = Leaf.placeOf(leaf, count, id, from);
        int key = Leaf.key(leaf, place);
        Leaf.move(leaf, place, Leaf.placeFor(leaf, count, to, name, key, keys), to, id, key);
    }

    private void moveBetween(Path source, Path target, int id, long from, long to, String name) {
        Leaf.renewKeys(source.leaf(), source.leafSize(), keys);
        Leaf.renewKeys(target.leaf(), target.leafSize(), keys);
        // Both leaves are searched before either is changed: the processor can wait for both at once.
        int place = Leaf.placeOf(source.leaf(), source.leafSize(), id, from);
        int key = Leaf.key(source.leaf(), place);
        int free = Leaf.placeFor(target.leaf(), target.leafSize(), to, name, key, keys);
        Leaf.delete(source.leaf(), source.leafSize(), place);
        Leaf.insert(target.leaf(), target.leafSize(), free, to, id, key);
        source.addCount(-1);
        target.addCount(1);
    }

    private Paths paths() {
        if (paths == null) {
            paths = new Paths(new Path(), new Path());
        }
        return paths;
    }

    /** The rank, from 0 on, of a member that is there with this score. */
    public int rank(int id, String name, long score, Order order) {
        int before = 0;
        int count = size;
        Object node = root;
        while (node instanceof Inner inner) {
            int at = inner.childOf(score, name);
            before += inner.countBefore(at);
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
            int leafSize = size;
            Object node = root;
            while (node instanceof Inner inner) {
                int at = 0;
                while (place >= inner.count(at)) {
                    place -= inner.count(at++);
                }
                leafSize = inner.count(at);
                node = inner.child(at);
            }
            long[] leaf = (long[]) node;
            for (; left > 0 && place >= 0 && place < leafSize; left--, place += step, rank += step) {
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
