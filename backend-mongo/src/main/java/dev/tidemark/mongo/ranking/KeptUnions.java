package dev.tidemark.mongo.ranking;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Updates;
import com.mongodb.reactivestreams.client.ClientSession;
import dev.tidemark.mongo.client.Answers;
import dev.tidemark.mongo.client.Database;
import dev.tidemark.mongo.client.Failures;
import dev.tidemark.ranking.RankPage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * The unions that are kept, and the locks of those who compute them.
 *
 * <pre>
 *   ranking_unions       {_id: "5f0c…", t: 4712, n: 2, made: ISODate("2026-11-15T12:00:00Z"),
 *                         until: ISODate("2026-11-15T12:10:00Z"),
 *                         owner: "0b6e…", at: ISODate("2026-11-15T12:09:59Z"), free: ISODate("2026-11-15T12:10:29Z")}
 *   rankings             {t: 4712, m: "ada", s: 240}
 * </pre>
 *
 * <p>The last three fields are there while somebody computes it: who, since when, and when others may. {@code made} is when
 * the computation began, so a union is never taken for younger than what it was computed from.
 */
final class KeptUnions {

    private static final Duration LOCK = Duration.ofSeconds(30);
    private static final Duration STORING = Duration.ofMinutes(5);
    private static final int PART = 5_000;
    private static final Bson FREE =
            Updates.combine(Updates.unset("owner"), Updates.unset("at"), Updates.unset("free"));

    private final Database database;
    private final Moments moments;
    private final RankingCollections collections;
    private final Members members;
    private final Leftovers leftovers;

    KeptUnions(
            Database database, Moments moments, RankingCollections collections, Members members, Leftovers leftovers) {
        this.database = database;
        this.moments = moments;
        this.collections = collections;
        this.members = members;
        this.leftovers = leftovers;
    }

    /** What is kept, if it is new enough. */
    CompletionStage<Optional<RankPage>> find(UnionRequest request) {
        return moments.ofUnion(
                request.key(),
                session -> Answers.one(collections
                                .unions()
                                .find(session, fresh(request))
                                .projection(Projections.include("t", "n")))
                        .thenCompose(kept -> kept == null
                                ? CompletableFuture.completedFuture(Optional.empty())
                                : page(session, kept, request).thenApply(Optional::of)));
    }

    private CompletionStage<RankPage> page(ClientSession session, Document kept, UnionRequest request) {
        return members.page(session, kept.getLong("t"), kept.getLong("n"), request.order(), 0, request.count());
    }

    private static Bson fresh(UnionRequest request) {
        Document age = new Document("$subtract", List.of(ServerTime.NOW, "$made"));
        Document young = new Document("$lt", List.of(age, request.maxAge().toMillis()));
        return Filters.and(
                Filters.eq("_id", request.key()),
                ServerTime.where(new Document("$and", List.of(ServerTime.hasCome("made"), young))));
    }

    /** Tries to become the one who computes it. Answers the server's time, or null if another one does, or just did. */
    CompletionStage<@Nullable Instant> lock(UnionRequest request, String owner) {
        Document unlocked = new Document("$not", List.of(ServerTime.isToCome("free")));
        Bson stale = Filters.nor(fresh(request));
        Document until = new Document("$max", List.of("$until", ServerTime.inMillis(LOCK.toMillis())));
        Document taken = new Document("owner", owner)
                .append("at", ServerTime.NOW)
                .append("free", ServerTime.inMillis(LOCK.toMillis()))
                .append("until", until);
        return list(request)
                .thenCompose(listed -> Answers.one(collections
                        .unions()
                        .findOneAndUpdate(
                                Filters.and(Filters.eq("_id", request.key()), ServerTime.where(unlocked), stale),
                                List.of(new Document("$set", taken)),
                                new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER))))
                .thenApply(found -> found == null ? null : found.getDate("at").toInstant());
    }

    /** MongoDB does not compare with its clock and insert what is missing in one command. */
    private CompletionStage<@Nullable Void> list(UnionRequest request) {
        return Answers.one(collections.unions().insertOne(new Document("_id", request.key())))
                .<@Nullable Void>thenApply(done -> null)
                .exceptionallyCompose(failure -> Failures.isDuplicateKey(failure)
                        ? CompletableFuture.completedFuture(null)
                        : CompletableFuture.failedFuture(Failures.cause(failure)));
    }

    CompletionStage<@Nullable Void> unlock(UnionRequest request, String owner) {
        return Answers.one(collections.unions().updateOne(owned(request, owner), FREE))
                .thenApply(done -> null);
    }

    private static Bson owned(UnionRequest request, String owner) {
        return Filters.and(Filters.eq("_id", request.key()), Filters.eq("owner", owner));
    }

    /**
     * Keeps a union. Its members are written first, under a number that is a leftover until the union is complete; it
     * replaces the old one in one step. If the lock has ended meanwhile it is not kept: long before its members are cleared
     * away.
     */
    CompletionStage<@Nullable Void> store(UnionRequest request, String owner, Instant began, Sums sums) {
        long number = RankingCollections.newNumber();
        Instant complete = began.plus(STORING);
        return database.transaction(session -> leftovers.add(session, number, complete))
                .thenCompose(noted -> insert(number, sums))
                .thenCompose(inserted ->
                        replace(request, owner, began, number, sums.scores().size()))
                .thenApply(done -> {
                    leftovers.clearSoon();
                    return null;
                });
    }

    private CompletionStage<@Nullable Void> insert(long number, Sums sums) {
        CompletionStage<@Nullable Void> all = CompletableFuture.completedFuture(null);
        List<Document> part = new ArrayList<>();
        for (Map.Entry<String, Long> sum : sums.scores().entrySet()) {
            part.add(new Document("t", number).append("m", sum.getKey()).append("s", sum.getValue()));
            if (part.size() == PART) {
                List<Document> full = part;
                all = all.thenCompose(done -> insert(full));
                part = new ArrayList<>();
            }
        }
        List<Document> rest = part;
        return rest.isEmpty() ? all : all.thenCompose(done -> insert(rest));
    }

    private CompletionStage<@Nullable Void> insert(List<Document> part) {
        return Answers.one(collections.scores().insertMany(part)).thenApply(done -> null);
    }

    private CompletionStage<@Nullable Void> replace(
            UnionRequest request, String owner, Instant began, long number, long size) {
        Instant until = began.plusMillis(request.maxAge().toMillis());
        Bson update = Updates.combine(
                Updates.set("t", number),
                Updates.set("n", size),
                Updates.set("made", began),
                Updates.max("until", until),
                FREE);
        Bson locked = Filters.and(owned(request, owner), ServerTime.where(ServerTime.isToCome("free")));
        return database.transaction(session -> Answers.one(
                        collections.unions().findOneAndUpdate(session, locked, update))
                .thenCompose(old -> {
                    if (old == null) {
                        return CompletableFuture.<@Nullable Void>completedFuture(null);
                    }
                    Long replaced = old.getLong("t");
                    return Answers.one(collections.leftovers().deleteOne(session, Filters.eq("_id", number)))
                            .thenCompose(done -> replaced == null
                                    ? CompletableFuture.<@Nullable Void>completedFuture(null)
                                    : leftovers.add(session, replaced, began));
                }));
    }

    CompletionStage<Void> forgetAll() {
        return database.transaction(session -> Answers.all(
                                collections.unions().find(session).projection(Projections.include("t")))
                        .thenCompose(found -> {
                            List<Document> numbers = found.stream()
                                    .filter(union -> union.getLong("t") != null)
                                    .map(union ->
                                            new Document("_id", union.getLong("t")).append("after", Instant.EPOCH))
                                    .toList();
                            return numbers.isEmpty()
                                    ? CompletableFuture.completedFuture(null)
                                    : Answers.one(collections.leftovers().insertMany(session, numbers));
                        })
                        .thenCompose(noted -> Answers.one(collections.unions().deleteMany(session, Filters.empty()))))
                .thenAccept(done -> leftovers.clearSoon());
    }
}
