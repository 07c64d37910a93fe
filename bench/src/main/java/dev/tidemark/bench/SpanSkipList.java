package dev.tidemark.bench;

import dev.tidemark.Names;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A skip list whose links know how many entries they pass, as that of Redis' sorted sets (W. Pugh, "A skip list cookbook",
 * 1990; every node goes up with a chance of 1 in 4).
 */
final class SpanSkipList implements OrderStatistics {

    private static final int LEVELS = 16;

    private static final class Node {
        final int id;
        final long score;
        final @Nullable Node[] next;
        final int[] spans;

        Node(int id, long score, int levels) {
            this.id = id;
            this.score = score;
            this.next = new Node[levels];
            this.spans = new int[levels];
        }
    }

    private final IntFunction<String> names;
    private final SplittableRandom random = new SplittableRandom(1);
    private final Node head = new Node(-1, Long.MIN_VALUE, LEVELS);
    private final Node[] path = new Node[LEVELS];
    private final int[] ranks = new int[LEVELS];

    SpanSkipList(IntFunction<String> names) {
        this.names = names;
    }

    @Override
    public void add(int id, long score) {
        descend(score, names.apply(id));
        int levels = Math.min(LEVELS, 1 + Long.numberOfTrailingZeros(random.nextLong()) / 2);
        Node node = new Node(id, score, levels);
        for (int level = 0; level < LEVELS; level++) {
            Node before = path[level];
            if (level < levels) {
                int passed = ranks[0] - ranks[level];
                node.next[level] = before.next[level];
                node.spans[level] = before.spans[level] - passed;
                before.next[level] = node;
                before.spans[level] = passed + 1;
            } else {
                before.spans[level]++;
            }
        }
    }

    @Override
    public void move(int id, long from, long to) {
        descend(from, names.apply(id));
        Node node = path[0].next[0];
        for (int level = 0; level < LEVELS; level++) {
            Node before = path[level];
            if (node != null && before.next[level] == node) {
                before.next[level] = node.next[level];
                before.spans[level] += node.spans[level] - 1;
            } else {
                before.spans[level]--;
            }
        }
        add(id, to);
    }

    @Override
    public int rank(int id, long score) {
        String name = names.apply(id);
        int rank = 0;
        Node node = head;
        for (int level = LEVELS - 1; level >= 0; level--) {
            for (Node next = node.next[level]; isBefore(next, score, name); next = node.next[level]) {
                rank += node.spans[level];
                node = next;
            }
        }
        return rank;
    }

    @Override
    public int select(int rank) {
        int left = rank + 1;
        Node node = head;
        for (int level = LEVELS - 1; level >= 0; level--) {
            for (Node next = node.next[level]; next != null && node.spans[level] <= left; next = node.next[level]) {
                left -= node.spans[level];
                node = next;
            }
        }
        return node.id;
    }

    /** Notes the last node before the key on each level, and its rank from 1 on. */
    private void descend(long score, String name) {
        Node node = head;
        int rank = 0;
        for (int level = LEVELS - 1; level >= 0; level--) {
            for (Node next = node.next[level]; isBefore(next, score, name); next = node.next[level]) {
                rank += node.spans[level];
                node = next;
            }
            path[level] = node;
            ranks[level] = rank;
        }
    }

    private boolean isBefore(@Nullable Node node, long score, String name) {
        return node != null
                && (node.score < score
                        || (node.score == score && Names.UTF8_ORDER.compare(names.apply(node.id), name) < 0));
    }
}
