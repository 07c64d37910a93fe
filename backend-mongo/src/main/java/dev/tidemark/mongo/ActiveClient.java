package dev.tidemark.mongo;

import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.PropertiesConfigSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * Quarkus opens a MongoDB client as soon as it starts, on localhost if nothing else is said, and keeps threads for it. This
 * says that there is to be one only where MongoDB is the active backend; whoever sets {@code quarkus.mongodb.active} wins.
 */
public final class ActiveClient implements ConfigSourceFactory {

    private static final int BELOW_ALL_OTHERS = 50;

    @Override
    public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
        boolean active = Stream.of("tidemark.backend", "tidemark.backend.time-series", "tidemark.backend.rankings")
                .map(context::getValue)
                .anyMatch(value -> value != null && MongoProvider.NAME.equals(value.getValue()));
        if (active) {
            ConnectionStrings.require(context.getValue(ConnectionStrings.PROPERTY));
        }
        return List.of(new PropertiesConfigSource(
                Map.of("quarkus.mongodb.active", Boolean.toString(active)), "the active backend", BELOW_ALL_OTHERS));
    }
}
