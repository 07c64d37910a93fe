package dev.tidemark.it.redis;

import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.timeseries.Granularity;
import io.vertx.redis.client.Redis;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** A context with a Redis client in it, as the service has one. */
record ClientContext(BackendConfig config, List<Granularity> granularities, InstantSource clock, Redis client)
        implements BackendContext {

    @Override
    public <T> Optional<T> resource(Class<T> type) {
        return type == Redis.class ? Optional.of(type.cast(client)) : Optional.empty();
    }
}
