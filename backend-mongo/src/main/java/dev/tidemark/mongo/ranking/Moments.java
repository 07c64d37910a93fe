package dev.tidemark.mongo.ranking;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import com.mongodb.reactivestreams.client.ClientSession;
import dev.tidemark.mongo.client.Answers;
import dev.tidemark.mongo.client.Database;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Runs reads that all see the same moment, which is never before a write that was answered when they began.
 *
 * <p>The primary of a replica set sees to that by itself. On a sharded cluster it is the {@code mongos} that chooses the moment,
 * and it may not have heard of what was written through another one. So it is made to talk to the shards first that have
 * what is to be read: that is two more round trips for tables, and one for a union that is kept.
 */
final class Moments {

    private final Database database;
    private final RankingCollections collections;

    Moments(Database database, RankingCollections collections) {
        this.database = database;
        this.collections = collections;
    }

    <T> CompletionStage<T> ofTables(List<String> tables, Function<ClientSession, CompletionStage<T>> reads) {
        return database.isSharded()
                ? hearOfTables(tables).thenCompose(heard -> database.snapshot(reads))
                : database.snapshot(reads);
    }

    private CompletionStage<@Nullable Void> hearOfTables(List<String> tables) {
        return Answers.all(collections.tables().find(Filters.in("_id", tables)).projection(Projections.include("t")))
                .thenCompose(found -> hearOfMembers(found.stream()
                        .map(table -> table.getLong("t"))
                        .filter(Objects::nonNull)
                        .toList()));
    }

    /** In order, so that all shards have to answer before it is known which member comes first. */
    private CompletionStage<@Nullable Void> hearOfMembers(List<Long> numbers) {
        Bson field = Projections.fields(Projections.include("t"), Projections.excludeId());
        return numbers.isEmpty()
                ? CompletableFuture.completedFuture(null)
                : Answers.all(collections
                                .scores()
                                .find(Filters.in("t", numbers))
                                .projection(field)
                                .sort(Sorts.ascending("t"))
                                .limit(1))
                        .thenApply(heard -> null);
    }

    /** The members of a union were written before the document that tells of it, so that one is enough. */
    <T> CompletionStage<T> ofUnion(String key, Function<ClientSession, CompletionStage<T>> reads) {
        CompletionStage<List<Document>> heard = database.isSharded()
                ? Answers.all(collections.unions().find(Filters.eq("_id", key)))
                : CompletableFuture.completedFuture(List.of());
        return heard.thenCompose(done -> database.snapshot(reads));
    }
}
