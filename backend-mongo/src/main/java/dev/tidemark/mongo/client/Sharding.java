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
        String namespace = database.raw().getName() + "." + kept.name();
        Document command = new Document("shardCollection", namespace).append("key", kept.shardKey());
        if (kept.timeSeries() != null) {
            command.append("timeseries", kept.timeSeries());
        }
        CompletionStage<@Nullable Void> done = database.admin(command).thenApply(answer -> null);
        return done.exceptionallyCompose(failure -> {
            if (Failures.cause(failure) instanceof MongoCommandException refused
                    && refused.getErrorCode() == UNAUTHORIZED) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "this user may not shard collections; one who may should run: sh.shardCollection(\"{0}\", {1})",
                        namespace,
                        kept.shardKey().toJson());
                return CompletableFuture.completedFuture(null);
            }
            return CompletableFuture.failedFuture(Failures.cause(failure));
        });
    }
}
