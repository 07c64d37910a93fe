package dev.tidemark.mongo.client;

import com.mongodb.MongoCommandException;
import dev.tidemark.spi.BackendException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Makes collections ready for use before the first command: their indexes, and on a sharded cluster their shard keys. That is
 * done once, and tried again with the next command if it fails, so the service can start before MongoDB does. A server that
 * has no transactions is refused.
 */
public final class Schema {

    private static final int NAMESPACE_EXISTS = 48;

    private final Database database;
    private final List<Kept> collections;
    private final Sharding sharding;
    private final AtomicReference<@Nullable CompletableFuture<@Nullable Void>> ready = new AtomicReference<>();

    public Schema(Database database, List<Kept> collections) {
        this.database = database;
        this.collections = List.copyOf(collections);
        this.sharding = new Sharding(database);
    }

    /** Completes when everything is there. */
    public CompletionStage<@Nullable Void> ready() {
        CompletableFuture<@Nullable Void> known = ready.get();
        if (known != null) {
            return known;
        }
        CompletableFuture<@Nullable Void> mine = new CompletableFuture<>();
        if (!ready.compareAndSet(null, mine)) {
            return ready();
        }
        deployment().thenCompose(sharded -> make(0, sharded)).whenComplete((done, failure) -> {
            if (failure == null) {
                mine.complete(null);
            } else {
                ready.set(null);
                mine.completeExceptionally(Failures.cause(failure));
            }
        });
        return mine;
    }

    private CompletionStage<@Nullable Void> createTimeSeries(Kept kept) {
        if (kept.timeSeries() == null) {
            return CompletableFuture.completedFuture(null);
        }
        CompletionStage<@Nullable Void> created = database.command(
                        new Document("create", kept.name()).append("timeseries", kept.timeSeries()))
                .thenApply(done -> null);
        return created.exceptionallyCompose(failure -> Failures.cause(failure) instanceof MongoCommandException refused
                        && refused.getErrorCode() == NAMESPACE_EXISTS
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.failedFuture(Failures.cause(failure)));
    }

    /** Answers whether it is a sharded cluster. */
    private CompletionStage<Boolean> deployment() {
        return database.command(new Document("hello", 1)).thenApply(hello -> {
            boolean mongos = hello != null && "isdbgrid".equals(hello.getString("msg"));
            if (!mongos && (hello == null || hello.getString("setName") == null)) {
                throw new BackendException(
                        "this MongoDB server is on its own and has no transactions: start it with --replSet and initiate the "
                                + "set, which may have just this one member",
                        null);
            }
            return mongos;
        });
    }

    private CompletionStage<@Nullable Void> make(int next, boolean sharded) {
        if (next == collections.size()) {
            return CompletableFuture.completedFuture(null);
        }
        Kept kept = collections.get(next);
        CompletionStage<List<String>> indexed = createTimeSeries(kept)
                .thenCompose(created -> kept.indexes().isEmpty()
                        ? CompletableFuture.completedFuture(List.<String>of())
                        : Answers.all(database.collection(kept.name()).createIndexes(kept.indexes())));
        // In this order: sharding makes an index of its own where there is none, and that would be in a unique
        // one's way.
        return indexed.thenCompose(names -> sharded ? sharding.shard(kept) : CompletableFuture.completedFuture(null))
                .thenCompose(made -> make(next + 1, sharded));
    }
}
