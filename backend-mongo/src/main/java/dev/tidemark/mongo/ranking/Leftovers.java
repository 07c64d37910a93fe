package dev.tidemark.mongo.ranking;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.reactivestreams.client.ClientSession;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.tidemark.mongo.client.Answers;
import dev.tidemark.mongo.client.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Clears away what nobody finds any more: tables and unions whose time is up, and the members and undos of those that have
 * ended.
 *
 * <pre>
 *   ranking_leftovers    {_id: 4700, after: ISODate("2026-11-15T12:00:00Z")}
 * </pre>
 *
 * <p>A number is noted in the transaction that ends its table, and its note goes last, so nothing is forgotten whatever fails
 * on the way. Any instance may go on with it, and two may do so at once. It happens a little after somebody came across
 * something or began a table, in small steps; nobody waits for it.
 */
final class Leftovers {

    private static final System.Logger LOG = System.getLogger(Leftovers.class.getName());
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int STEP = 1_000;
    private static final int MOST = 100;

    private final Database database;
    private final RankingCollections collections;
    private final AtomicBoolean planned = new AtomicBoolean();

    Leftovers(Database database, RankingCollections collections) {
        this.database = database;
        this.collections = collections;
    }

    /** Notes a number in a transaction that puts it out of use, or begins to use it. */
    CompletionStage<@Nullable Void> add(ClientSession session, long number, Instant after) {
        return Answers.one(
                        collections.leftovers().insertOne(session, new Document("_id", number).append("after", after)))
                .thenApply(done -> null);
    }

    /** Called by whoever has come across something. */
    void clearSoon() {
        if (planned.compareAndSet(false, true)) {
            CompletableFuture.delayedExecutor(PAUSE.toMillis(), MILLISECONDS).execute(() -> {
                planned.set(false);
                clear().exceptionally(failure -> {
                    LOG.log(System.Logger.Level.DEBUG, "what is left over stays for the next time", failure);
                    return null;
                });
            });
        }
    }

    /** Some of what there is. */
    CompletionStage<@Nullable Void> clear() {
        return endAll(collections.tables())
                .thenCompose(done -> endAll(collections.unions()))
                .thenCompose(done -> each(collections.leftovers(), "after", this::clear));
    }

    private CompletionStage<@Nullable Void> endAll(MongoCollection<Document> collection) {
        return each(collection, "until", ended -> end(collection, ended));
    }

    /** Does something for each document whose time has come. */
    private static CompletionStage<@Nullable Void> each(
            MongoCollection<Document> collection,
            String time,
            Function<Document, CompletionStage<@Nullable Void>> action) {
        return Answers.all(collection
                        .find(Filters.and(Filters.type(time, "date"), ServerTime.where(ServerTime.hasCome(time))))
                        .limit(MOST))
                .thenCompose(found -> {
                    CompletionStage<@Nullable Void> all = CompletableFuture.completedFuture(null);
                    for (Document one : found) {
                        all = all.thenCompose(done -> action.apply(one));
                    }
                    return all;
                });
    }

    /** Takes a table or union off its list, unless somebody has begun it anew, or renewed it. */
    private CompletionStage<@Nullable Void> end(MongoCollection<Document> collection, Document ended) {
        return database.transaction(session -> Answers.one(collection.findOneAndDelete(
                        session,
                        Filters.and(
                                Filters.eq("_id", ended.get("_id")), ServerTime.where(ServerTime.hasCome("until")))))
                .thenCompose(deleted -> deleted == null || deleted.getLong("t") == null
                        ? CompletableFuture.completedFuture(null)
                        : add(
                                session,
                                deleted.getLong("t"),
                                deleted.getDate("until").toInstant())));
    }

    private CompletionStage<@Nullable Void> clear(Document leftover) {
        long number = leftover.getLong("_id");
        return clear(collections.scores(), number)
                .thenCompose(done -> clear(collections.undos(), number))
                .thenCompose(done -> Answers.one(collections.leftovers().deleteOne(Filters.eq("_id", number))))
                .thenApply(done -> null);
    }

    private static CompletionStage<@Nullable Void> clear(MongoCollection<Document> collection, long number) {
        return Answers.all(collection
                        .find(Members.of(number))
                        .projection(Projections.include("m"))
                        .limit(STEP)
                        .batchSize(STEP + 1))
                .thenCompose(found -> {
                    if (found.isEmpty()) {
                        return CompletableFuture.completedFuture(null);
                    }
                    List<String> members = found.stream()
                            .map(one -> one.getString("m"))
                            .distinct()
                            .toList();
                    return Answers.one(collection.deleteMany(Members.of(number, members)))
                            .thenCompose(done -> clear(collection, number));
                });
    }
}
