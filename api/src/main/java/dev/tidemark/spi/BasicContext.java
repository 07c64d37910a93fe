package dev.tidemark.spi;

import dev.tidemark.timeseries.Granularity;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** A context with nothing managed around it. */
record BasicContext(BackendConfig config, List<Granularity> granularities, InstantSource clock)
        implements BackendContext {

    BasicContext {
        granularities = List.copyOf(granularities);
    }

    @Override
    public <T> Optional<T> resource(Class<T> type) {
        return Optional.empty();
    }
}
