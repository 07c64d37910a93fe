package dev.tidemark.bench;

import dev.tidemark.ranked.table.KeyedNames;
import dev.tidemark.ranked.table.NameKeys;
import dev.tidemark.ranked.table.RankIndex;
import dev.tidemark.ranking.Order;
import java.util.function.IntFunction;

/** The engine's own. */
final class CountingTree implements OrderStatistics, KeyedNames {

    private final IntFunction<String> names;
    private final NameKeys keys = new NameKeys();
    private final RankIndex index = new RankIndex(this);

    CountingTree(IntFunction<String> names) {
        this.names = names;
    }

    @Override
    public String name(int id) {
        return names.apply(id);
    }

    @Override
    public long key(int id) {
        return keys.of(name(id));
    }

    @Override
    public NameKeys keys() {
        return keys;
    }

    @Override
    public void add(int id, long score) {
        keys.include(name(id));
        index.add(id, score);
    }

    @Override
    public void move(int id, long from, long to) {
        index.move(id, from, to);
    }

    @Override
    public int rank(int id, long score) {
        return index.rank(id, score, Order.ASC);
    }

    @Override
    public int select(int rank) {
        int[] found = {0};
        index.forEach(Order.ASC, rank, 1, (id, score) -> found[0] = id);
        return found[0];
    }
}
