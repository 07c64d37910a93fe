package dev.tidemark.service.backend;

import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.StartProgress;
import dev.tidemark.timeseries.Granularity;
import io.quarkus.arc.Arc;
import io.quarkus.arc.InjectableInstance;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Gives a backend what the service manages, such as a client; one that is not configured or not active is not there. */
record ManagedContext(
        BackendConfig config, List<Granularity> granularities, InstantSource clock, StartProgress progress)
        implements BackendContext {

    @Override
    public <T> Optional<T> resource(Class<T> type) {
        InjectableInstance<T> beans = Arc.container().select(type);
        return beans.isResolvable() && beans.getHandle().getBean().isActive()
                ? Optional.of(beans.get())
                : Optional.empty();
    }
}
