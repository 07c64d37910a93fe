package dev.tidemark.mongo.ranking;

import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.Updates;
import com.mongodb.reactivestreams.client.ClientSession;
import dev.tidemark.mongo.client.Answers;
import dev.tidemark.mongo.client.Database;
import dev.tidemark.ranking.RankingStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * What is to be taken off scores again at a deadline.
 *
 * <pre>
 *   ranking_undos        {t: 4711, m: "ada", by: 5, at: ISODate("2026-11-15T12:05:00Z")}
 *   ranking_tables       {_id: "game@total", t: 4711, due: ISODate("2026-11-15T12:05:00Z"), …}
 * </pre>
 *
 * <p>An undo is written in the transaction that adds the amount. It is carried out in a transaction that deletes it, takes the
 * amount off, and moves the table's {@code due} to the next one. Whoever looks at a table sees by {@code due} that one has come,
 * and carries it out first. That is right whatever fails, and whenever:
 *
 * <ul>
 *   <li>Before the commit nothing has happened, and {@code due} still says that there is something to do.
 *   <li>A commit happens as a whole or not at all. If its answer is lost it is sent again, and the server knows it.
 *   <li>After the commit the undo is gone, so nobody carries it out again.
 *   <li>Two who begin at once both change the table's document: MongoDB lets one commit and undoes the other, who looks again.
 * </ul>
 *
 * <p>A member that has undos is in the table, because whoever removes it cancels them in the same transaction.
 */
final class Undos {

    /** So many in one transaction, to keep it short. */
    static final int SLICE = 200;

    private final Database database;
    private final RankingCollections collections;
    private final Members members;
    private final ConcurrentMap<String, CompletableFuture<@Nullable Void>> running = new ConcurrentHashMap<>();

    Undos(Database database, RankingCollections collections, Members members) {
        this.database = database;
        this.collections = collections;
        this.members = members;
    }

    /** Carries out what is due, as far as one transaction goes. Those of this process who ask at the same time share it. */
    CompletionStage<@Nullable Void> settle(String table) {
        CompletableFuture<@Nullable Void> mine = new CompletableFuture<>();
        CompletableFuture<@Nullable Void> other = running.putIfAbsent(table, mine);
        if (other != null) {
            return other.copy();
        }
        database.transaction(session -> lockIfDue(session, table)
                        .thenCompose(state -> state == null
                                ? CompletableFuture.<@Nullable Void>completedFuture(null)
                                : settle(session, state)))
                .whenComplete((done, failure) -> {
                    running.remove(table, mine);
                    if (failure == null) {
                        mine.complete(null);
                    } else {
                        mine.completeExceptionally(failure);
                    }
                });
        return mine.copy();
    }

    /** The same for several tables, one after the other. */
    CompletionStage<@Nullable Void> settleAll(List<String> tables) {
        CompletionStage<@Nullable Void> all = CompletableFuture.completedFuture(null);
        for (String table : tables) {
            all = all.thenCompose(done -> settle(table));
        }
        return all;
    }

    private CompletionStage<@Nullable TableState> lockIfDue(ClientSession session, String table) {
        return Answers.one(collections
                        .tables()
                        .findOneAndUpdate(
                                session,
                                Filters.and(
                                        Filters.eq("_id", table),
                                        ServerTime.where(ServerTime.hasCome("due")),
                                        Filters.nor(ServerTime.where(ServerTime.hasCome("until")))),
                                TableState.touched(),
                                new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER)))
                .thenApply(found -> found == null ? null : TableState.of(found));
    }

    /** Carries out a slice of what is due, in a transaction that has locked the table. */
    CompletionStage<@Nullable Void> settle(ClientSession session, TableState state) {
        long number = state.requireNumber();
        return Answers.all(collections
                        .undos()
                        .find(session, Members.of(number))
                        .sort(Sorts.ascending("at"))
                        .limit(SLICE + 1)
                        .batchSize(SLICE + 2))
                .thenCompose(pending -> {
                    List<Document> due = pending.stream()
                            .limit(SLICE)
                            .filter(undo -> !at(undo).isAfter(state.now()))
                            .toList();
                    Instant next = due.size() == pending.size() ? null : at(pending.get(due.size()));
                    return takeOff(session, number, due)
                            .thenCompose(done -> delete(session, number, due))
                            .thenCompose(done -> Answers.one(collections
                                    .tables()
                                    .updateOne(
                                            session,
                                            Filters.eq("_id", state.name()),
                                            next == null ? Updates.unset("due") : Updates.set("due", next))))
                            .thenApply(done -> null);
                });
    }

    private static Instant at(Document undo) {
        return undo.getDate("at").toInstant();
    }

    private CompletionStage<@Nullable Void> takeOff(ClientSession session, long number, List<Document> due) {
        if (due.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        List<String> names =
                due.stream().map(undo -> undo.getString("m")).distinct().toList();
        return members.scores(session, number, names).thenCompose(before -> {
            Map<String, Long> after = new HashMap<>(before);
            due.forEach(undo ->
                    after.computeIfPresent(undo.getString("m"), (member, score) -> within(score - undo.getLong("by"))));
            List<UpdateOneModel<Document>> updates = new ArrayList<>();
            before.forEach((member, score) ->
                    updates.addAll(Members.update(number, member, score, after.getOrDefault(member, score))));
            return updates.isEmpty()
                    ? CompletableFuture.completedFuture(null)
                    : Answers.one(collections
                                    .scores()
                                    .bulkWrite(session, updates, new BulkWriteOptions().ordered(false)))
                            .thenApply(done -> null);
        });
    }

    /** An undo stops at the limit of scores. */
    private static long within(long score) {
        return Math.max(-RankingStore.MAX_SCORE, Math.min(RankingStore.MAX_SCORE, score));
    }

    private CompletionStage<@Nullable Void> delete(ClientSession session, long number, List<Document> due) {
        List<Object> ids = due.stream().map(undo -> undo.get("_id")).toList();
        return Answers.one(collections
                        .undos()
                        .deleteMany(session, Filters.and(Members.of(number), Filters.in("_id", ids))))
                .thenApply(done -> null);
    }

    /** Cancels what is pending for members that are removed. */
    CompletionStage<@Nullable Void> cancel(ClientSession session, long number, Collection<String> removed) {
        return Answers.one(collections.undos().deleteMany(session, Members.of(number, removed)))
                .thenApply(done -> null);
    }
}
