package dev.tidemark.ranked;

import dev.tidemark.Names;
import dev.tidemark.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A concurrent map that finds a name by hash, and lists names in their UTF-8 order. */
final class NamedMap<V> {

    private final ConcurrentHashMap<String, V> byName = new ConcurrentHashMap<>();
    private final ConcurrentSkipListMap<String, V> ordered = new ConcurrentSkipListMap<>(Names.UTF8_ORDER);
    private volatile String swept = "";

    @Nullable
    V get(String name) {
        return byName.get(name);
    }

    V getOrAdd(String name, Function<String, V> factory) {
        V found = byName.get(name);
        return found != null
                ? found
                : byName.computeIfAbsent(name, absent -> {
                    V added = factory.apply(absent);
                    ordered.put(absent, added);
                    return added;
                });
    }

    void remove(String name, V value) {
        byName.computeIfPresent(name, (key, present) -> {
            if (present != value) {
                return present;
            }
            ordered.remove(key);
            return null;
        });
    }

    int size() {
        return byName.size();
    }

    List<Map.Entry<String, V>> entries() {
        return List.copyOf(ordered.entrySet());
    }

    /** Each call answers the next name with its value, around and around: for work that is spread over many calls. */
    Map.@Nullable Entry<String, V> next() {
        Map.Entry<String, V> next = ordered.higherEntry(swept);
        swept = next == null ? "" : next.getKey();
        return next;
    }

    /** A page of the names with a prefix; {@code view} answers null for what is not to be shown. */
    <T> Page<T> page(String prefix, String after, int limit, BiFunction<String, V, @Nullable T> view) {
        List<T> items = new ArrayList<>();
        String last = "";
        boolean inclusive = Names.UTF8_ORDER.compare(prefix, after) > 0;
        for (Map.Entry<String, V> entry :
                ordered.tailMap(inclusive ? prefix : after, inclusive).entrySet()) {
            if (!entry.getKey().startsWith(prefix)) {
                break;
            }
            T item = view.apply(entry.getKey(), entry.getValue());
            if (item == null) {
                continue;
            }
            if (items.size() == limit) {
                return new Page<>(items, last);
            }
            items.add(item);
            last = entry.getKey();
        }
        return new Page<>(items, null);
    }
}
