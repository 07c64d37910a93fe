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
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Opens the MongoDB backend on real servers, each time in an empty database. One that was used before is emptied and used again:
 * making its collections and indexes anew for each test would take most of the time.
 */
final class MongoTck implements TckBackend {

    private static final Backends BACKENDS = Backends.find(MongoTck.class.getClassLoader());

    /** Many servers share a small machine here: what is slow is not away, unless a test says so. */
    static final String PATIENCE = "20s";

    private static final Map<Place, Queue<String>> EMPTY = new ConcurrentHashMap<>();

    private final MongoConnection connection;
    private final Map<String, String> settings;
    private final MongoClock clock;
    private @Nullable String database;

    /** Where a database can be used again: on the same server, and with the same collections. */
    private record Place(MongoConnection connection, Map<String, String> settings) {}

    private MongoTck(MongoConnection connection, Map<String, String> settings) {
        this.connection = connection;
        this.settings = settings;
        this.clock = new MongoClock(connection.client());
    }

    /** The settings are those of {@code tidemark.mongo}, without that prefix. The connection stays open. */
    static MongoTck on(MongoConnection connection, Map<String, String> settings) {
        return new MongoTck(connection, settings);
    }

    @Override
    public Backend open(List<Granularity> granularities, PrecisionRules precision, @Nullable Duration sampleRetention) {
        close();
        String used = empty().poll();
        String name = used == null ? "tck-" + UUID.randomUUID() : used;
        database = name;
        Map<String, String> all = new HashMap<>(settings);
        all.put("database", name);
        all.putIfAbsent("timeout", PATIENCE);
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
        return clock.now();
    }

    @Override
    public void advance(Duration by) {
        clock.pass(by);
    }

    /** The layout by minutes, the default, has one place for each second. */
    @Override
    public Duration sampleResolution() {
        return settings.getOrDefault("sample-layout", "minute").equals("minute")
                ? Duration.ofSeconds(1)
                : Duration.ofMillis(1);
    }

    /** Empties the database, if there is one; on a server that is not ours it is dropped. */
    @Override
    public void close() {
        if (database == null) {
            return;
        }
        MongoDatabase own = connection.client().getDatabase(database);
        if (System.getenv(MongoBinaries.SERVER_VARIABLE) != null) {
            own.drop();
        } else {
            for (String collection : own.listCollectionNames()) {
                if (!collection.startsWith("system.")) {
                    own.getCollection(collection).deleteMany(new Document());
                }
            }
            empty().add(database);
        }
        database = null;
    }

    private Queue<String> empty() {
        return EMPTY.computeIfAbsent(new Place(connection, settings), place -> new ConcurrentLinkedQueue<>());
    }
}
