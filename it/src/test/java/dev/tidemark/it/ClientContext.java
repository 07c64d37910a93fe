package dev.tidemark.it;

import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.timeseries.Granularity;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** A context with a database's clients in it, as the service has them. */
public record ClientContext(BackendConfig config, List<Granularity> granularities, InstantSource clock, List<?> clients)
        implements BackendContext {

    @Override
    public <T> Optional<T> resource(Class<T> type) {
        return clients.stream().filter(type::isInstance).map(type::cast).findFirst();
    }
}
