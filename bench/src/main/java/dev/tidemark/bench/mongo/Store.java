package dev.tidemark.bench.mongo;

import com.mongodb.reactivestreams.client.MongoClient;
import com.mongodb.reactivestreams.client.MongoClients;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.Backends;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.TimeSeriesStore;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.Document;

/** The MongoDB backend with one layout of samples, in a new database of its own that goes when it is closed. */
final class Store implements AutoCloseable {

    private final Layout layout;
    private final String database;
    private final MongoClient client;
    private final com.mongodb.client.MongoClient admin;
    private final Backend backend;

    Store(String uri, String purpose, Layout layout) {
        this.layout = layout;
        database = "tidemark-bench-" + purpose + "-" + layout.setting();
        admin = com.mongodb.client.MongoClients.create(uri);
        admin.getDatabase(database).drop();
        client = MongoClients.create(uri);
        BackendConfig config = BackendConfig.of(
                "mongo", Map.of("sample-layout", layout.setting(), "database", database, "timeout", "60s"));
        backend = Backends.find(Store.class.getClassLoader()).open("mongo", new ClientContext(config, client));
    }

    private record ClientContext(BackendConfig config, MongoClient client) implements BackendContext {

        @Override
        public List<Granularity> granularities() {
            return Granularity.DEFAULTS;
        }

        @Override
        public InstantSource clock() {
            return InstantSource.system();
        }

        @Override
        public <T> Optional<T> resource(Class<T> type) {
            return type == MongoClient.class ? Optional.of(type.cast(client)) : Optional.empty();
        }
    }

    TimeSeriesStore series() {
        return backend.timeSeries();
    }

    void insert(List<Event> events) {
        series().insert(events).toCompletableFuture().join();
    }

    /** What the samples take once they are on disk: {@code fsync} makes a checkpoint. */
    Footprint footprint() {
        admin.getDatabase("admin").runCommand(new Document("fsync", 1));
        Document stats = admin.getDatabase(database).runCommand(new Document("collStats", layout.collection()));
        // In a time-series collection it is the documents that MongoDB packs samples into which are kept.
        Document packed = stats.get("timeseries", Document.class);
        Number documents = packed == null ? number(stats, "count") : number(packed, "bucketCount");
        return new Footprint(
                documents.longValue(),
                number(stats, "size").longValue(),
                number(stats, "storageSize").longValue(),
                number(stats, "totalIndexSize").longValue());
    }

    private static Number number(Document stats, String name) {
        return stats.get(name, Number.class);
    }

    @Override
    public void close() {
        backend.close();
        client.close();
        admin.getDatabase(database).drop();
        admin.close();
    }
}
