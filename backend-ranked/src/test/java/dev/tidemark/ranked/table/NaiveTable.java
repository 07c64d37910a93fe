package dev.tidemark.ranked.table;

import dev.tidemark.Names;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.Score;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** What a {@link Table} has to do, too simple to be wrong. */
final class NaiveTable {

    private record Undo(long deadline, String member, long amount) {}

    private static final Comparator<Undo> ORDER =
            Comparator.comparingLong(Undo::deadline).thenComparingLong(Undo::amount);

    private final Map<String, Long> scores;
    private final PriorityQueue<Undo> pending;

    NaiveTable() {
        this(new HashMap<>(), new PriorityQueue<>(ORDER));
    }

    private NaiveTable(Map<String, Long> scores, PriorityQueue<Undo> pending) {
        this.scores = scores;
        this.pending = pending;
    }

    NaiveTable copy() {
        return new NaiveTable(new HashMap<>(scores), new PriorityQueue<>(pending));
    }

    int size() {
        return scores.size();
    }

    void set(Map<String, Long> by) {
        scores.putAll(by);
    }

    List<Score> increment(List<Increment> by, @Nullable Long deadline) {
        return by.stream()
                .map(increment -> {
                    if (deadline != null) {
                        pending.add(new Undo(deadline, increment.member(), increment.by()));
                    }
                    return new Score(increment.member(), scores.merge(increment.member(), increment.by(), Long::sum));
                })
                .toList();
    }

    long remove(List<String> members) {
        pending.removeIf(undo -> members.contains(undo.member));
        int before = scores.size();
        scores.keySet().removeAll(members);
        return (long) before - scores.size();
    }

    void undo(long now) {
        while (!pending.isEmpty() && pending.element().deadline <= now) {
            Undo undo = pending.remove();
            scores.computeIfPresent(undo.member, (member, score) -> Table.clamp(score - undo.amount));
        }
    }

    RankPage all(Order order) {
        Comparator<Map.Entry<String, Long>> ascending =
                Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey(Names.UTF8_ORDER));
        List<Ranked> entries = new ArrayList<>();
        scores.entrySet().stream()
                .sorted(order == Order.ASC ? ascending : ascending.reversed())
                .forEach(entry -> entries.add(new Ranked(entries.size() + 1L, entry.getKey(), entry.getValue())));
        return new RankPage(entries.size(), entries);
    }
}
