package dev.tidemark.mongo.ranking;

import com.mongodb.client.model.Filters;
import com.mongodb.reactivestreams.client.ClientSession;
import dev.tidemark.mongo.client.Answers;
import dev.tidemark.ranking.Lookup;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Pages and places. All queries of a read see the same moment, and at that moment no undo was due: if one was it is carried out,
 * and the read begins anew.
 *
 * <p>A range is two round trips: one for the table, which knows how many members it has, and one for the page. A rank is three,
 * and neighbours are four. On a sharded cluster {@link Moments} needs two more.
 */
final class TableReads {

    /** What is read of a table that is there. */
    @FunctionalInterface
    interface Read<T> {
        CompletionStage<T> of(ClientSession session, TableState state, long number);
    }

    private static final RankPage NOTHING = new RankPage(0, List.of());

    private final Moments moments;
    private final RankingCollections collections;
    private final Members members;
    private final Places places;
    private final Undos undos;
    private final Leftovers leftovers;

    TableReads(Moments moments, RankingCollections collections, Members members, Undos undos, Leftovers leftovers) {
        this.moments = moments;
        this.collections = collections;
        this.members = members;
        this.places = new Places(collections, members);
        this.undos = undos;
        this.leftovers = leftovers;
    }

    CompletionStage<RankPage> range(String table, Order order, long offset, int count) {
        return read(
                table,
                NOTHING,
                (session, state, number) -> members.page(session, number, state.members(), order, offset, count));
    }

    CompletionStage<Optional<Ranked>> rank(String table, String member, Order order) {
        return read(table, Optional.empty(), (session, state, number) -> rank(session, number, member, order));
    }

    private CompletionStage<Optional<Ranked>> rank(ClientSession session, long number, String member, Order order) {
        return members.score(session, number, member)
                .thenCompose(score -> score == null
                        ? CompletableFuture.completedFuture(Optional.empty())
                        : members.countBefore(session, number, member, score, order)
                                .thenApply(before -> Optional.of(new Ranked(before + 1, member, score))));
    }

    CompletionStage<Lookup> lookup(String table, List<String> asked, Order order) {
        Lookup nothing = new Lookup(0, Collections.nCopies(asked.size(), Optional.empty()));
        return read(
                table,
                nothing,
                (session, state, number) -> members.scores(session, number, Set.copyOf(asked))
                        .thenCompose(scores -> places.of(session, number, scores, order)
                                .thenApply(ranks -> lookup(state.members(), asked, scores, ranks))));
    }

    private static Lookup lookup(long total, List<String> asked, Map<String, Long> scores, Map<String, Long> ranks) {
        List<Optional<Ranked>> entries = new ArrayList<>(asked.size());
        for (String member : asked) {
            Long score = scores.get(member);
            Long rank = ranks.get(member);
            entries.add(
                    score == null || rank == null ? Optional.empty() : Optional.of(new Ranked(rank, member, score)));
        }
        return new Lookup(total, entries);
    }

    CompletionStage<RankPage> around(String table, String member, Order order, int radius) {
        return read(
                table,
                NOTHING,
                (session, state, number) -> rank(session, number, member, order).thenCompose(found -> {
                    if (found.isEmpty()) {
                        return CompletableFuture.completedFuture(new RankPage(state.members(), List.of()));
                    }
                    long place = found.get().rank() - 1;
                    long first = Math.max(0, place - radius);
                    int count = (int) Math.min(place - first + 1 + radius, Integer.MAX_VALUE);
                    return members.page(session, number, state.members(), order, first, count);
                }));
    }

    private <T> CompletionStage<T> read(String table, T nothing, Read<T> read) {
        return moments.ofTables(
                        List.of(table),
                        session -> Answers.one(collections
                                        .tables()
                                        .find(session, Filters.eq("_id", table))
                                        .projection(TableState.FIELDS))
                                .thenCompose(found -> found == null
                                        ? CompletableFuture.completedFuture(Optional.of(nothing))
                                        : attempt(session, TableState.of(found), nothing, read)))
                .thenCompose(answer -> answer.isPresent()
                        ? CompletableFuture.completedFuture(answer.get())
                        : undos.settle(table).thenCompose(done -> read(table, nothing, read)));
    }

    /** Answers nothing at all if undos are due. */
    private <T> CompletionStage<Optional<T>> attempt(ClientSession session, TableState state, T nothing, Read<T> read) {
        if (!state.isThere()) {
            leftovers.clearSoon();
            return CompletableFuture.completedFuture(Optional.of(nothing));
        }
        return state.hasDueUndos()
                ? CompletableFuture.completedFuture(Optional.empty())
                : read.of(session, state, state.requireNumber()).thenApply(Optional::of);
    }
}
