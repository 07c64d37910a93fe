package dev.tidemark.bench;

import dev.tidemark.ranked.table.RankIndex;
import dev.tidemark.ranking.Order;
import java.util.function.IntFunction;

/** The engine's own. */
final class CountingTree implements OrderStatistics {

    private final IntFunction<String> names;
    private final RankIndex index;

    CountingTree(IntFunction<String> names) {
        this.names = names;
        index = new RankIndex(names);
    }

    @Override
    public void add(int id, long score) {
        index.add(id, names.apply(id), score);
    }

    @Override
    public void move(int id, long from, long to) {
        index.move(id, names.apply(id), from, to);
    }

    @Override
    public int rank(int id, long score) {
        return index.rank(id, names.apply(id), score, Order.ASC);
    }

    @Override
    public int select(int rank) {
        int[] found = {0};
        index.forEach(Order.ASC, rank, 1, (id, score) -> found[0] = id);
        return found[0];
    }
}
