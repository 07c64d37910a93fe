package dev.tidemark.ranked.table;

import java.util.ArrayList;
import java.util.List;

/** Names in a list, each at the place that is its id. */
final class ListedNames implements KeyedNames {

    private final List<String> names = new ArrayList<>();
    private final NameKeys keys = new NameKeys();

    int size() {
        return names.size();
    }

    void add(String name) {
        keys.include(name);
        names.add(name);
    }

    @Override
    public String name(int id) {
        return names.get(id);
    }

    @Override
    public long key(int id) {
        return keys.of(name(id));
    }

    @Override
    public NameKeys keys() {
        return keys;
    }
}
