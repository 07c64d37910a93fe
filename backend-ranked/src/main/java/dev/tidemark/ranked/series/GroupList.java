package dev.tidemark.ranked.series;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Groups in the order of their numbers. To find one is O(log n). To insert one, wherever it belongs, moves the references of
 * one chunk at most, and once in a few hundred times one to each chunk.
 *
 * <p>Not thread-safe, but for any number of readers at once.
 */
final class GroupList<G extends Group<G>> {

    /*
     * A B+tree with one inner node, of any length:
     *
     *   few     3 7 8
     *   many    · · ·  →  3 7 8 | 9 11 20 | 21 22
     *
     * Most series have few groups, which are one chunk. Beyond that no chunk is empty. A chunk that is full is divided,
     * except at both ends of the list, where another is begun: who writes in the order of time, or against it, leaves full
     * ones behind.
     */
    private GroupChunk<G> only = new GroupChunk<>();

    private @Nullable List<GroupChunk<G>> many;

    boolean isEmpty() {
        return many == null && only.size() == 0;
    }

    @Nullable
    G get(long number) {
        GroupChunk<G> chunk = chunk(chunkOf(number));
        int place = chunk.find(number);
        return place < 0 ? null : chunk.get(place);
    }

    /** Puts a group in, instead of one with the same number if there is one. */
    void put(G group) {
        int at = chunkOf(group.number);
        GroupChunk<G> chunk = chunk(at);
        int place = chunk.find(group.number);
        if (place >= 0) {
            chunk.set(place, group);
        } else if (chunk.isFull()) {
            insertIntoFull(at, chunk, -place - 1, group);
        } else {
            chunk.insert(-place - 1, group);
        }
    }

    private void insertIntoFull(int at, GroupChunk<G> full, int place, G group) {
        List<GroupChunk<G>> chunks = many();
        if (place == full.size() && at == chunks.size() - 1) {
            chunks.add(chunkOf(group));
        } else if (place == 0) {
            chunks.add(0, chunkOf(group));
        } else {
            GroupChunk<G> later = full.splitOff();
            chunks.add(at + 1, later);
            if (place <= full.size()) {
                full.insert(place, group);
            } else {
                later.insert(place - full.size(), group);
            }
        }
    }

    private List<GroupChunk<G>> many() {
        if (many == null) {
            many = new ArrayList<>(2);
            many.add(only);
            only = new GroupChunk<>();
        }
        return many;
    }

    private static <G extends Group<G>> GroupChunk<G> chunkOf(G group) {
        GroupChunk<G> chunk = new GroupChunk<>();
        chunk.insert(0, group);
        return chunk;
    }

    private GroupChunk<G> chunk(int at) {
        return many == null ? only : many.get(at);
    }

    private int chunkCount() {
        return many == null ? 1 : many.size();
    }

    /** The chunk that a number belongs to: the last that does not begin behind it, or the first. */
    private int chunkOf(long number) {
        int low = 0;
        int high = chunkCount() - 1;
        if (high > 0 && chunk(high).first() <= number) {
            return high;
        }
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (chunk(middle).first() <= number) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Shows the groups from a number on, in their order, as long as the action goes on. */
    void forEachFrom(long first, Predicate<G> action) {
        int at = chunkOf(first);
        int found = chunk(at).find(first);
        int place = found >= 0 ? found : -found - 1;
        for (; at < chunkCount(); at++) {
            GroupChunk<G> chunk = chunk(at);
            for (; place < chunk.size(); place++) {
                if (!action.test(chunk.get(place))) {
                    return;
                }
            }
            place = 0;
        }
    }

    void forEach(Consumer<G> action) {
        for (int at = 0; at < chunkCount(); at++) {
            GroupChunk<G> chunk = chunk(at);
            for (int place = 0; place < chunk.size(); place++) {
                action.accept(chunk.get(place));
            }
        }
    }

    List<G> toList() {
        List<G> all = new ArrayList<>();
        forEach(all::add);
        return all;
    }

    void removeIf(Predicate<G> condition) {
        GroupList<G> left = new GroupList<>();
        forEach(group -> {
            if (!condition.test(group)) {
                left.put(group);
            }
        });
        only = left.only;
        many = left.many;
    }
}
