package dev.tidemark.redis.series;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** What is long in parts that a command can take. */
final class Parts {

    private Parts() {}

    static <T> List<List<T>> of(Collection<T> things, int size) {
        List<T> all = List.copyOf(things);
        List<List<T>> parts = new ArrayList<>();
        for (int from = 0; from < all.size(); from += size) {
            parts.add(all.subList(from, Math.min(all.size(), from + size)));
        }
        return parts;
    }
}
