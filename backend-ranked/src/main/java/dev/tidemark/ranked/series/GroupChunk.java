package dev.tidemark.ranked.series;

import java.util.Arrays;

/** Some groups that stand next to each other, in the order of their numbers. */
final class GroupChunk<G extends Group<G>> {

    /** So many at most. */
    static final int CAPACITY = 512;

    private static final Group<?>[] EMPTY = {};

    private Group<?>[] groups;
    private int size;

    GroupChunk() {
        this(EMPTY);
    }

    private GroupChunk(Group<?>[] groups) {
        this.groups = groups;
        this.size = groups.length;
    }

    int size() {
        return size;
    }

    boolean isFull() {
        return size == CAPACITY;
    }

    @SuppressWarnings("unchecked") // nothing else gets in
    G get(int place) {
        return (G) groups[place];
    }

    long first() {
        return groups[0].number;
    }

    /** The place of a group, or {@code -place - 1} of where it would be. */
    int find(long number) {
        int low = 0;
        int high = size - 1;
        if (high >= 0 && groups[high].number < number) {
            return -size - 1;
        }
        while (low <= high) {
            int middle = (low + high) >>> 1;
            long found = groups[middle].number;
            if (found < number) {
                low = middle + 1;
            } else if (found > number) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -low - 1;
    }

    void set(int place, G group) {
        groups[place] = group;
    }

    void insert(int place, G group) {
        if (size == groups.length) {
            groups = Arrays.copyOf(groups, Math.min(CAPACITY, size + (size >> 1) + 1));
        }
        System.arraycopy(groups, place, groups, place + 1, size - place);
        groups[place] = group;
        size++;
    }

    /** Takes the later half out. */
    GroupChunk<G> splitOff() {
        int half = size / 2;
        GroupChunk<G> later = new GroupChunk<>(Arrays.copyOfRange(groups, half, size));
        groups = Arrays.copyOf(groups, half);
        size = half;
        return later;
    }
}
