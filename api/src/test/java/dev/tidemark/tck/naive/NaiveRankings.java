package dev.tidemark.tck.naive;

import dev.tidemark.Names;
import dev.tidemark.NumberOverflowException;
import dev.tidemark.Page;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Lookup;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.ranking.Score;
import dev.tidemark.ranking.TableIncrements;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Tables as maps that are sorted whenever somebody asks. */
final class NaiveRankings implements RankingStore {

    private record Undo(Instant deadline, String member, long amount) {}

    private record Kept(Map<String, Long> scores, Instant computedAt) {}

    private static final class Table {
        final Map<String, Long> scores = new HashMap<>();
        final List<Undo> undos = new ArrayList<>();
        Instant writtenAt = Instant.MIN;

        @Nullable
        Duration retention;
    }

    private final InstantSource clock;
    private final TreeMap<String, Table> tables = new TreeMap<>(Names.UTF8_ORDER);
    private final Map<List<String>, Kept> unions = new HashMap<>();

    NaiveRankings(InstantSource clock) {
        this.clock = clock;
    }

    /** Brings every table to what it is now. Comes first in every command. */
    private Instant settle() {
        Instant now = clock.instant();
        for (Table table : tables.values()) {
            List<Undo> due = table.undos.stream()
                    .filter(undo -> !undo.deadline().isAfter(now))
                    .sorted(Comparator.comparing(Undo::deadline))
                    .toList();
            for (Undo undo : due) {
                table.scores.computeIfPresent(undo.member(), (member, score) -> clamp(score - undo.amount()));
            }
            table.undos.removeAll(due);
        }
        tables.values()
                .removeIf(table -> table.retention != null
                        && !table.writtenAt.plus(table.retention).isAfter(now));
        return now;
    }

    private static long clamp(long score) {
        return Math.max(-MAX_SCORE, Math.min(MAX_SCORE, score));
    }

    private Table write(String name, Instant now) {
        Table table = tables.computeIfAbsent(name, missing -> new Table());
        table.writtenAt = now;
        return table;
    }

    private Map<String, Long> scores(String name) {
        Table table = tables.get(name);
        return table == null ? Map.of() : table.scores;
    }

    private static List<Ranked> ranked(Map<String, Long> scores, Order order) {
        Comparator<Map.Entry<String, Long>> ascending =
                Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey(Names.UTF8_ORDER));
        List<Map.Entry<String, Long>> sorted = scores.entrySet().stream()
                .sorted(order == Order.ASC ? ascending : ascending.reversed())
                .toList();
        List<Ranked> entries = new ArrayList<>();
        for (Map.Entry<String, Long> entry : sorted) {
            entries.add(new Ranked(entries.size() + 1, entry.getKey(), entry.getValue()));
        }
        return entries;
    }

    private static RankPage page(List<Ranked> all, long offset, long count) {
        return new RankPage(all.size(), all.stream().skip(offset).limit(count).toList());
    }

    @Override
    public synchronized CompletionStage<Void> set(String table, Map<String, Long> scores) {
        write(table, settle()).scores.putAll(scores);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public synchronized CompletionStage<List<Score>> increment(
            String table, List<Increment> by, @Nullable Duration expiresIn) {
        Instant now = settle();
        Map<String, Long> changed = new HashMap<>(scores(table));
        List<Score> answers = new ArrayList<>();
        for (Increment increment : by) {
            long score = changed.merge(increment.member(), increment.by(), Long::sum);
            if (score != clamp(score)) {
                return CompletableFuture.failedFuture(NumberOverflowException.ofScore(table, increment.member()));
            }
            answers.add(new Score(increment.member(), score));
        }
        Table written = write(table, now);
        written.scores.putAll(changed);
        if (expiresIn != null) {
            by.forEach(
                    increment -> written.undos.add(new Undo(now.plus(expiresIn), increment.member(), increment.by())));
        }
        return CompletableFuture.completedFuture(answers);
    }

    @Override
    public synchronized CompletionStage<Void> incrementAll(List<TableIncrements> changes) {
        Instant now = settle();
        for (TableIncrements change : changes) {
            for (Increment increment : change.increments()) {
                long score = scores(change.table()).getOrDefault(increment.member(), 0L) + increment.by();
                if (score != clamp(score)) {
                    return CompletableFuture.failedFuture(
                            NumberOverflowException.ofScore(change.table(), increment.member()));
                }
            }
        }
        for (TableIncrements change : changes) {
            Table written = write(change.table(), now);
            change.increments()
                    .forEach(increment -> written.scores.merge(increment.member(), increment.by(), Long::sum));
            if (change.retention() != null) {
                written.retention = change.retention();
            }
        }
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public synchronized CompletionStage<RankPage> range(String table, Order order, long offset, int count) {
        settle();
        return CompletableFuture.completedFuture(page(ranked(scores(table), order), offset, count));
    }

    @Override
    public synchronized CompletionStage<Optional<Ranked>> rank(String table, String member, Order order) {
        settle();
        return CompletableFuture.completedFuture(find(ranked(scores(table), order), member));
    }

    @Override
    public synchronized CompletionStage<Lookup> lookup(String table, List<String> members, Order order) {
        settle();
        List<Ranked> all = ranked(scores(table), order);
        return CompletableFuture.completedFuture(new Lookup(
                all.size(), members.stream().map(member -> find(all, member)).toList()));
    }

    private static Optional<Ranked> find(List<Ranked> entries, String member) {
        return entries.stream().filter(entry -> entry.member().equals(member)).findFirst();
    }

    @Override
    public synchronized CompletionStage<RankPage> around(String table, String member, Order order, int radius) {
        settle();
        List<Ranked> all = ranked(scores(table), order);
        return CompletableFuture.completedFuture(find(all, member)
                .map(at -> {
                    long first = Math.max(1, at.rank() - radius);
                    return page(all, first - 1, at.rank() + radius - first + 1);
                })
                .orElse(new RankPage(all.size(), List.of())));
    }

    @Override
    public synchronized CompletionStage<RankPage> union(List<String> tables, Order order, int count, Duration maxAge) {
        Instant now = settle();
        Kept union = unions.get(tables);
        if (union == null || maxAge.isZero() || !union.computedAt().plus(maxAge).isAfter(now)) {
            union = new Kept(sum(tables), now);
            unions.put(tables, union);
        }
        return CompletableFuture.completedFuture(page(ranked(union.scores(), order), 0, count));
    }

    private Map<String, Long> sum(List<String> names) {
        Map<String, Long> sums = new HashMap<>();
        for (String name : names) {
            scores(name).forEach((member, score) -> sums.merge(member, score, Long::sum));
        }
        sums.replaceAll((member, sum) -> clamp(sum));
        return sums;
    }

    @Override
    public synchronized CompletionStage<Long> remove(String table, List<String> members) {
        Instant now = settle();
        long removed = members.stream().filter(scores(table)::containsKey).count();
        if (removed > 0) {
            Table written = write(table, now);
            written.scores.keySet().removeAll(members);
            written.undos.removeIf(undo -> members.contains(undo.member()));
            if (written.scores.isEmpty()) {
                tables.remove(table);
            }
        }
        return CompletableFuture.completedFuture(removed);
    }

    @Override
    public synchronized CompletionStage<Boolean> drop(String table) {
        settle();
        return CompletableFuture.completedFuture(tables.remove(table) != null);
    }

    @Override
    public synchronized CompletionStage<Void> retain(String table, Duration afterLastWrite) {
        Instant now = settle();
        if (tables.containsKey(table)) {
            write(table, now).retention = afterLastWrite;
        }
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public synchronized CompletionStage<Page<String>> tables(String prefix, String after, int limit) {
        settle();
        List<String> rest = tables.tailMap(after, false).keySet().stream()
                .filter(name -> name.startsWith(prefix))
                .toList();
        List<String> page = rest.stream().limit(limit).toList();
        String next = rest.size() > limit ? page.get(limit - 1) : null;
        return CompletableFuture.completedFuture(new Page<>(page, next));
    }

    @Override
    public synchronized CompletionStage<Void> flushAll() {
        tables.clear();
        unions.clear();
        return CompletableFuture.completedFuture(null);
    }
}
