package dev.tidemark.mongo;

import com.mongodb.reactivestreams.client.MongoClient;
import dev.tidemark.mongo.client.Database;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.BackendException;
import dev.tidemark.spi.BackendProvider;
import io.quarkus.mongodb.reactive.ReactiveMongoClient;
import java.time.Duration;

/** MongoDB, {@code tidemark.backend=mongo}. The connection is the surroundings' own: {@code quarkus.mongodb.*}. */
public final class MongoProvider implements BackendProvider {

    static final String NAME = "mongo";

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Backend open(BackendContext context) {
        MongoClient client = context.resource(MongoClient.class)
                .or(() -> context.resource(ReactiveMongoClient.class).map(ReactiveMongoClient::unwrap))
                .orElseThrow(() -> new BackendException(
                        "the MongoDB backend does not know where MongoDB is: set quarkus.mongodb.connection-string, "
                                + "such as mongodb://localhost:27017",
                        null));
        BackendConfig config = context.config();
        Duration timeout = config.duration("timeout", TIMEOUT);
        if (timeout.toMillis() < 1) {
            throw BackendException.badSetting("tidemark.mongo.timeout", timeout.toString(), "at least 1ms");
        }
        return MongoBackend.open(context, new Database(client, config.text("database", "tidemark"), timeout));
    }
}
