package dev.tidemark.bench.redis;

import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.Backends;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.TimeSeriesStore;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/** The Redis backend, opened as the service opens it, with a client of its own. */
final class Store implements AutoCloseable {

    private static final int BATCH = 1_000;

    private final Vertx vertx = Vertx.vertx();
    private final Redis client;
    private final Backend backend;

    Store(int port, BackendConfig config, List<Granularity> granularities) {
        client = Redis.createClient(vertx, "redis://127.0.0.1:" + port);
        backend = Backends.find(Store.class.getClassLoader())
                .open("redis", new ClientContext(config, granularities, client));
    }

    private record ClientContext(BackendConfig config, List<Granularity> granularities, Redis client)
            implements BackendContext {

        @Override
        public InstantSource clock() {
            return InstantSource.system();
        }

        @Override
        public <T> Optional<T> resource(Class<T> type) {
            return type == Redis.class ? Optional.of(type.cast(client)) : Optional.empty();
        }
    }

    TimeSeriesStore series() {
        return backend.timeSeries();
    }

    /** Inserts the events number 0 to {@code count} − 1, a thousand at a time. */
    void insert(long count, LongFunction<Event> event) {
        List<Event> batch = new ArrayList<>(BATCH);
        for (long i = 0; i < count; i++) {
            batch.add(event.apply(i));
            if (batch.size() == BATCH || i == count - 1) {
                series().insert(List.copyOf(batch)).toCompletableFuture().join();
                batch.clear();
            }
        }
    }

    @Override
    public void close() {
        backend.close();
        client.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
