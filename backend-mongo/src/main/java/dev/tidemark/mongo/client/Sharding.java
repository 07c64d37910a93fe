package dev.tidemark.mongo.client;

import com.mongodb.MongoCommandException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Shards collections on a sharded cluster. A user who may not is told the commands instead, in the log. */
final class Sharding {

    private static final System.Logger LOG = System.getLogger(Sharding.class.getName());
    private static final int UNAUTHORIZED = 13;

    private final Database database;

    Sharding(Database database) {
        this.database = database;
    }

    CompletionStage<@Nullable Void> shard(Kept kept) {
        Document command = new Document("shardCollection", namespace(kept)).append("key", kept.shardKey());
        if (kept.timeSeries() != null) {
            command.append("timeseries", kept.timeSeries());
        }
        CompletionStage<@Nullable Void> done = database.admin(command).thenApply(answer -> null);
        return done.exceptionallyCompose(failure -> Failures.cause(failure) instanceof MongoCommandException refused
                        && refused.getErrorCode() == UNAUTHORIZED
                ? isSharded(kept).thenApply(sharded -> sharded ? null : tell(kept))
                : CompletableFuture.failedFuture(Failures.cause(failure)));
    }

    /** Whether someone else has done it already. Who may not even ask is told once more. */
    private CompletionStage<Boolean> isSharded(Kept kept) {
        return database.command(new Document("collStats", kept.name()))
                .thenApply(stats -> stats != null && stats.getBoolean("sharded", false))
                .exceptionally(failure -> false);
    }

    private @Nullable Void tell(Kept kept) {
        LOG.log(
                System.Logger.Level.WARNING,
                "this user may not shard collections; one who may should run: sh.shardCollection(\"{0}\", {1})",
                namespace(kept),
                kept.shardKey().toJson());
        return null;
    }

    private String namespace(Kept kept) {
        return database.raw().getName() + "." + kept.name();
    }
}
