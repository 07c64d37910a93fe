package dev.tidemark.mongo.ranking;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Updates;
import com.mongodb.reactivestreams.client.ClientSession;
import dev.tidemark.mongo.client.Answers;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.ranking.Score;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Changes to one table. Most are a transaction, see {@link TableSteps}.
 *
 * <p>Adding to one member of a table without retention takes none, as long as no undo is due. It is two round trips: one looks
 * at the table, and one changes the member's document, if it is there and the sum is within the limit. Between the two the table
 * may be dropped. Then the increment came just before that: its document is out of use, or cleared away already, but it is never
 * made anew, as only transactions make members.
 */
final class TableWrites {

    private final RankingCollections collections;
    private final TableSteps steps;
    private final TableChanges changes;
    private final Undos undos;
    private final Leftovers leftovers;

    TableWrites(
            RankingCollections collections, TableSteps steps, TableChanges changes, Undos undos, Leftovers leftovers) {
        this.collections = collections;
        this.steps = steps;
        this.changes = changes;
        this.undos = undos;
        this.leftovers = leftovers;
    }

    CompletionStage<Void> set(String table, Map<String, Long> scores) {
        return changes.add(table, new Change.Setting(scores)).thenAccept(done -> {});
    }

    CompletionStage<List<Score>> increment(String table, List<Increment> by, @Nullable Duration expiresIn) {
        CompletionStage<@Nullable Score> alone = by.size() == 1 && expiresIn == null && !changes.isBusy(table)
                ? incrementOne(table, by.get(0))
                : CompletableFuture.completedFuture(null);
        return alone.thenCompose(score -> score != null
                ? CompletableFuture.completedFuture(List.of(score))
                : changes.add(table, new Change.Incrementing(by, expiresIn)));
    }

    /** Answers null, and has changed nothing, if it takes a transaction. */
    private CompletionStage<@Nullable Score> incrementOne(String table, Increment by) {
        return Answers.one(collections.tables().find(Filters.eq("_id", table)).projection(TableState.FIELDS))
                .thenCompose(found -> {
                    TableState state = found == null ? null : TableState.of(found);
                    return state == null || !state.isThere() || state.until() != null || state.hasDueUndos()
                            ? CompletableFuture.completedFuture(null)
                            : incrementOne(state.requireNumber(), by);
                });
    }

    private CompletionStage<@Nullable Score> incrementOne(long number, Increment by) {
        Bson withinLimit = by.by() >= 0
                ? Filters.lte("s", RankingStore.MAX_SCORE - by.by())
                : Filters.gte("s", -RankingStore.MAX_SCORE - by.by());
        return Answers.one(collections
                        .scores()
                        .findOneAndUpdate(
                                Filters.and(Members.of(number, by.member()), withinLimit),
                                Updates.inc("s", by.by()),
                                new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER)))
                .thenApply(after -> after == null ? null : new Score(by.member(), after.getLong("s")));
    }

    CompletionStage<Long> remove(String table, List<String> members) {
        return steps.changeIfListed(table, (session, state) -> remove(session, state, members))
                .thenApply(removed -> removed.orElse(0L));
    }

    private CompletionStage<Long> remove(ClientSession session, TableState state, List<String> members) {
        if (!state.isThere()) {
            return Unchanged.with(0L);
        }
        long number = state.requireNumber();
        return Answers.one(collections.scores().deleteMany(session, Members.of(number, members)))
                .thenCompose(deleted -> {
                    long removed = Objects.requireNonNull(deleted).getDeletedCount();
                    if (removed == 0) {
                        return Unchanged.with(0L);
                    }
                    Bson named = Filters.eq("_id", state.name());
                    CompletionStage<?> noted = removed == state.members()
                            ? Answers.one(collections.tables().deleteOne(session, named))
                            : Answers.one(collections.tables().updateOne(session, named, Updates.inc("n", -removed)));
                    return noted.thenCompose(done -> undos.cancel(session, number, members))
                            .thenApply(done -> removed);
                });
    }

    CompletionStage<Boolean> drop(String table) {
        return steps.changeIfListed(table, this::drop).thenApply(dropped -> {
            leftovers.clearSoon();
            return dropped.orElse(false);
        });
    }

    private CompletionStage<Boolean> drop(ClientSession session, TableState state) {
        return Answers.one(collections.tables().deleteOne(session, Filters.eq("_id", state.name())))
                .thenCompose(done -> leftovers.add(session, state.requireNumber(), state.now()))
                .thenApply(done -> state.isThere());
    }

    /** One document says for how long a table is kept, so this takes no transaction. */
    CompletionStage<Void> retain(String table, Duration afterLastWrite) {
        long millis = afterLastWrite.toMillis();
        Document kept = new Document("retention", millis).append("until", ServerTime.inMillis(millis));
        Bson there = Filters.and(Filters.eq("_id", table), Filters.nor(ServerTime.where(ServerTime.hasCome("until"))));
        return Answers.one(collections.tables().updateOne(there, List.of(new Document("$set", kept))))
                .thenAccept(done -> {});
    }
}
