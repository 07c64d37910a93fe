package dev.tidemark.ranked;

import dev.tidemark.Names;
import dev.tidemark.ranked.table.Table;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.Score;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Unions of tables, kept for a while. Callers who ask for the same tables share one computation, which runs on a thread of
 * a {@linkplain UnionPool pool of its own}, because it is the one thing here that takes long.
 */
final class Unions implements AutoCloseable {

    /** A union can be as large as its tables together: the least used go when there are more than these. */
    private static final int MAX_KEPT = 64;

    private static final Comparator<Score> ASCENDING =
            Comparator.comparingLong(Score::score).thenComparing(Score::member, Names.UTF8_ORDER);

    /** More than any score, and few enough bits that two can be added. */
    private static final long SUM_LIMIT = 1L << 62;

    /** All members, ascending. */
    record Union(List<Score> scores) {

        RankPage first(Order order, int count) {
            int size = scores.size();
            List<Ranked> entries = new ArrayList<>(Math.min(count, size));
            for (int rank = 1; rank <= size && rank <= count; rank++) {
                Score score = scores.get(order == Order.ASC ? rank - 1 : size - rank);
                entries.add(new Ranked(rank, score.member(), score.score()));
            }
            return new RankPage(size, entries);
        }
    }

    private record Kept(long since, Duration maxAge, CompletableFuture<Union> union) {

        boolean isUsable(long now, Duration age) {
            return now >= since && now - since < age.toMillis() && !union.isCompletedExceptionally();
        }
    }

    private final Map<List<String>, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);
    private final UnionPool pool = new UnionPool();
    private final InstantSource clock;
    private final Function<String, List<Score>> scoresOf;
    private final Consumer<List<String>> requireRoom;

    /** Each computation begins with {@code requireRoom}, which fails if there is not enough memory for those tables. */
    Unions(InstantSource clock, Function<String, List<Score>> scoresOf, Consumer<List<String>> requireRoom) {
        this.clock = clock;
        this.scoresOf = scoresOf;
        this.requireRoom = requireRoom;
    }

    /** The union of the tables as it was at most {@code maxAge} ago. */
    CompletableFuture<Union> of(List<String> tables, Duration maxAge) {
        if (maxAge.isZero()) {
            return compute(tables);
        }
        synchronized (kept) {
            long now = clock.millis();
            Kept last = kept.get(tables);
            if (last != null && last.isUsable(now, maxAge)) {
                return last.union;
            }
            Kept next = new Kept(now, maxAge, compute(tables));
            kept.put(tables, next);
            dropOld();
            if (kept.size() > MAX_KEPT) {
                kept.remove(kept.keySet().iterator().next());
            }
            return next.union;
        }
    }

    /** Frees what nobody can be given any more. */
    void dropOld() {
        synchronized (kept) {
            long now = clock.millis();
            kept.values().removeIf(union -> !union.isUsable(now, union.maxAge));
        }
    }

    int size() {
        synchronized (kept) {
            return kept.size();
        }
    }

    void forget() {
        synchronized (kept) {
            kept.clear();
        }
    }

    private CompletableFuture<Union> compute(List<String> tables) {
        return pool.compute(() -> {
            requireRoom.accept(tables);
            Map<String, Long> sums = new HashMap<>();
            for (String table : tables) {
                scoresOf.apply(table).forEach(score -> sums.merge(score.member(), score.score(), Unions::add));
            }
            return new Union(sums.entrySet().stream()
                    .map(sum -> new Score(sum.getKey(), Table.clamp(sum.getValue())))
                    .sorted(ASCENDING)
                    .toList());
        });
    }

    private static long add(long a, long b) {
        return Math.max(-SUM_LIMIT, Math.min(SUM_LIMIT, a + b));
    }

    @Override
    public void close() {
        pool.close();
        forget();
    }
}
