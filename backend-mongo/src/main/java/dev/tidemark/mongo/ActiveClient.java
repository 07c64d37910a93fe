package dev.tidemark.mongo;

import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.PropertiesConfigSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;

/**
 * Quarkus opens a MongoDB client as soon as it starts, on localhost if nothing else is said, and keeps threads for it. This
 * says that there is to be one only where MongoDB is the active backend; whoever sets {@code quarkus.mongodb.active} wins.
 *
 * <p>Quarkus reads the connection string even of a client that it does not make, and asks a DNS server about some of them. Where
 * there is no client it is replaced by one that can be read, because a backend that is not active needs no settings.
 */
public final class ActiveClient implements ConfigSourceFactory {

    private static final String ACTIVE = "quarkus.mongodb.active";
    private static final int BELOW_ALL_OTHERS = 50;
    private static final int ABOVE_ALL_OTHERS = 1_000;

    @Override
    public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
        boolean active = Stream.of("tidemark.backend", "tidemark.backend.time-series", "tidemark.backend.rankings")
                .map(context::getValue)
                .anyMatch(value -> value != null && MongoProvider.NAME.equals(value.getValue()));
        ConfigValue connection = context.getValue(ConnectionStrings.PROPERTY);
        if (active) {
            ConnectionStrings.require(connection);
        }
        List<ConfigSource> sources = new ArrayList<>();
        sources.add(new PropertiesConfigSource(
                Map.of(ACTIVE, Boolean.toString(active)), "the active backend", BELOW_ALL_OTHERS));
        if (!active && connection != null && !isSet(context.getValue(ACTIVE))) {
            sources.add(new PropertiesConfigSource(
                    Map.of(ConnectionStrings.PROPERTY, ConnectionStrings.EXAMPLE),
                    "MongoDB is not active",
                    ABOVE_ALL_OTHERS));
        }
        return sources;
    }

    private static boolean isSet(@Nullable ConfigValue value) {
        return value != null && Boolean.parseBoolean(value.getValue());
    }
}
