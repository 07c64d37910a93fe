package dev.tidemark.ranked.table;

import java.util.ArrayList;
import java.util.List;

/** Builds the nodes of a {@link RankIndex} from entries in order, level by level from the leaves up. */
final class Filling {

    /** A node with what its parent has to know of it. */
    private record Part(Object node, int count, long lowScore, String lowName) {}

    private Filling() {}

    static Object tree(Sorting entries, KeyedNames names) {
        List<Part> level = leaves(entries, names);
        while (level.size() > 1) {
            level = inner(level, names);
        }
        return level.get(0).node;
    }

    private static List<Part> leaves(Sorting entries, KeyedNames names) {
        int count = entries.count();
        int parts = parts(count, Leaf.CAPACITY);
        int room = parts == 1 ? count : Leaf.CAPACITY;
        List<Part> leaves = new ArrayList<>(parts);
        for (int i = 0; i < parts; i++) {
            int from = cut(i, count, parts);
            int size = cut(i + 1, count, parts) - from;
            long[] leaf = Leaf.create(room, names.keys().era());
            for (int place = 0; place < size; place++) {
                int key = NameKeys.shortened(entries.key(from + place));
                Leaf.put(leaf, place, entries.score(from + place), entries.id(from + place), key);
            }
            leaves.add(new Part(leaf, size, entries.score(from), names.name(entries.id(from))));
        }
        return leaves;
    }

    private static List<Part> inner(List<Part> children, KeyedNames names) {
        int parts = parts(children.size(), Inner.CAPACITY);
        List<Part> level = new ArrayList<>(parts);
        for (int i = 0; i < parts; i++) {
            List<Part> below = children.subList(cut(i, children.size(), parts), cut(i + 1, children.size(), parts));
            Inner inner = new Inner(below.get(0).node instanceof long[], names);
            below.forEach(part -> inner.append(part.node, part.count, part.lowScore, part.lowName));
            level.add(new Part(inner, inner.countAll(), below.get(0).lowScore, below.get(0).lowName));
        }
        return level;
    }

    /** So many that an eighth of each is left free. */
    private static int parts(int size, int capacity) {
        int filled = capacity - capacity / 8;
        return (size + filled - 1) / filled;
    }

    private static int cut(int part, int size, int parts) {
        return (int) ((long) size * part / parts);
    }
}
