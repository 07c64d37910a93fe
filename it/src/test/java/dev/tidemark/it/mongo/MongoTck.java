package dev.tidemark.it.mongo;

import com.mongodb.client.MongoDatabase;
import dev.tidemark.it.ClientContext;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.Backends;
import dev.tidemark.tck.TckBackend;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.PrecisionRules;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Opens the MongoDB backend on real servers, each time in a new database. */
final class MongoTck implements TckBackend {

    private static final Backends BACKENDS = Backends.find(MongoTck.class.getClassLoader());

    private final MongoConnection connection;
    private final Map<String, String> settings;
    private @Nullable String database;

    private MongoTck(MongoConnection connection, Map<String, String> settings) {
        this.connection = connection;
        this.settings = settings;
    }

    /** The settings are those of {@code tidemark.mongo}, without that prefix. The connection stays open. */
    static MongoTck on(MongoConnection connection, Map<String, String> settings) {
        return new MongoTck(connection, settings);
    }

    @Override
    public Backend open(List<Granularity> granularities, PrecisionRules precision, @Nullable Duration sampleRetention) {
        close();
        String fresh = "tck-" + UUID.randomUUID();
        database = fresh;
        Map<String, String> all = new HashMap<>(settings);
        all.put("database", fresh);
        BackendConfig config =
                BackendConfig.of("mongo", all).withPrecision(precision).withSampleRetention(sampleRetention);
        return BACKENDS.open(
                "mongo",
                new ClientContext(
                        config,
                        granularities,
                        InstantSource.system(),
                        List.of(connection.client(), connection.reactive())));
    }

    /** Opens a store that holds nothing, with the settings that a service has if nobody sets any. */
    Backend openEmpty() {
        return open(Granularity.DEFAULTS, PrecisionRules.EXACT, null);
    }

    /** The database of the store that was opened last. */
    MongoDatabase database() {
        return connection.client().getDatabase(Objects.requireNonNull(database));
    }

    @Override
    public Instant now() {
        return connection
                .client()
                .getDatabase("admin")
                .runCommand(new Document("hello", 1))
                .getDate("localTime")
                .toInstant();
    }

    /** Sleeps, because nobody can move a server's clock: that much time really has to pass. */
    @Override
    public void advance(Duration by) {
        try {
            Thread.sleep(by.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The layout by minutes, the default, has one place for each second. */
    @Override
    public Duration sampleResolution() {
        return settings.getOrDefault("sample-layout", "minute").equals("minute")
                ? Duration.ofSeconds(1)
                : Duration.ofMillis(1);
    }

    /** Drops the database, if there is one. */
    @Override
    public void close() {
        if (database != null) {
            connection.client().getDatabase(database).drop();
            database = null;
        }
    }
}
