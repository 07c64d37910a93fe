package dev.tidemark.mongo.ranking;

import com.mongodb.client.model.Accumulators;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.reactivestreams.client.ClientSession;
import dev.tidemark.mongo.client.Answers;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Computes unions. All tables are read as they were at one moment, at which no undo was due; MongoDB adds them up. Its answer has
 * every member, so the tables together may have only so many.
 */
final class UnionSums {

    private static final int BATCH = 10_000;

    private final Moments moments;
    private final RankingCollections collections;
    private final Undos undos;
    private final int limit;

    UnionSums(Moments moments, RankingCollections collections, Undos undos, int limit) {
        this.moments = moments;
        this.collections = collections;
        this.undos = undos;
        this.limit = limit;
    }

    CompletionStage<Sums> compute(UnionRequest request) {
        return moments.ofTables(
                        request.tables(),
                        session -> Answers.all(collections
                                        .tables()
                                        .find(session, Filters.in("_id", request.tables()))
                                        .projection(TableState.FIELDS))
                                .thenCompose(found -> attempt(
                                        session,
                                        request,
                                        found.stream().map(TableState::of).toList())))
                .thenCompose(attempt -> attempt.sums()
                        .<CompletionStage<Sums>>map(CompletableFuture::completedFuture)
                        .orElseGet(() -> undos.settleAll(attempt.due()).thenCompose(done -> compute(request))));
    }

    /** Sums, or the tables that have to be settled first. */
    private record Attempt(Optional<Sums> sums, List<String> due) {}

    private CompletionStage<Attempt> attempt(ClientSession session, UnionRequest request, List<TableState> tables) {
        List<String> due = tables.stream()
                .filter(TableState::hasDueUndos)
                .map(TableState::name)
                .toList();
        if (!due.isEmpty()) {
            return CompletableFuture.completedFuture(new Attempt(Optional.empty(), due));
        }
        List<TableState> there = tables.stream().filter(TableState::isThere).toList();
        long entries = there.stream().mapToLong(TableState::members).sum();
        if (entries > limit) {
            throw request.tooLarge(entries, limit);
        }
        return add(session, there.stream().map(TableState::requireNumber).toList())
                .thenApply(sums -> new Attempt(Optional.of(sums), List.of()));
    }

    private CompletionStage<Sums> add(ClientSession session, List<Long> numbers) {
        Sums sums = new Sums();
        return Answers.each(
                        collections
                                .scores()
                                .aggregate(
                                        session,
                                        List.of(
                                                Aggregates.match(Filters.in("t", numbers)),
                                                Aggregates.group("$m", Accumulators.sum("s", "$s"))))
                                .allowDiskUse(true)
                                .batchSize(BATCH),
                        sum -> sums.add(sum.getString("_id"), sum.get("s", Number.class)))
                .thenApply(done -> sums);
    }
}
