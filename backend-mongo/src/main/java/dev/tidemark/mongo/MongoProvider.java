package dev.tidemark.mongo;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.mongodb.MongoNamespace;
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
    private static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
    private static final Duration MAX_TIMEOUT = Duration.ofDays(1);

    /** MongoDB's own limit, in bytes. */
    private static final int MAX_DATABASE_NAME = 63;

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
        return MongoBackend.open(context, new Database(client, database(config), timeout(config)));
    }

    private static String database(BackendConfig config) {
        String name = config.text("database", "tidemark");
        try {
            MongoNamespace.checkDatabaseNameValidity(name);
        } catch (IllegalArgumentException e) {
            throw badDatabase(name);
        }
        if (name.getBytes(UTF_8).length > MAX_DATABASE_NAME || name.indexOf('$') >= 0) {
            throw badDatabase(name);
        }
        return name;
    }

    private static BackendException badDatabase(String name) {
        return BackendException.badSetting(
                "tidemark.mongo.database",
                name,
                "the name of a database: at most " + MAX_DATABASE_NAME
                        + " bytes, without spaces and any of . / \\ \" $");
    }

    private static Duration timeout(BackendConfig config) {
        Duration timeout = config.duration("timeout", TIMEOUT);
        if (timeout.compareTo(MIN_TIMEOUT) < 0 || timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw BackendException.badSetting("tidemark.mongo.timeout", timeout.toString(), "1ms to 1d");
        }
        return timeout;
    }
}
