package dev.tidemark.redis;

import dev.tidemark.spi.BackendException;
import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.PropertiesConfigSource;
import io.vertx.redis.client.impl.RedisURI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;

/**
 * Rejects an address that is none before Quarkus makes a client of it, which would fail with a stack trace. It is a factory of
 * settings because those are asked before any client is made.
 *
 * <p>Quarkus makes a client of the address also where Redis is not the active backend. There an address that is none is replaced by
 * one that nobody uses, because a backend that is not active needs no settings.
 */
public final class AddressCheck implements ConfigSourceFactory {

    private static final String PROPERTY = "quarkus.redis.hosts";
    private static final String EXAMPLE = "redis://localhost:6379";
    private static final int ABOVE_ALL_OTHERS = 1_000;

    @Override
    public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
        String invalid = invalidAddress(context.getValue(PROPERTY));
        if (invalid == null) {
            return List.of();
        }
        boolean active = Stream.of("tidemark.backend", "tidemark.backend.time-series", "tidemark.backend.rankings")
                .map(context::getValue)
                .anyMatch(value -> value != null && RedisProvider.NAME.equals(value.getValue()));
        if (active) {
            throw BackendException.badSetting(PROPERTY, withoutPassword(invalid), "addresses such as " + EXAMPLE);
        }
        return List.of(new PropertiesConfigSource(Map.of(PROPERTY, EXAMPLE), "Redis is not active", ABOVE_ALL_OTHERS));
    }

    private static @Nullable String invalidAddress(@Nullable ConfigValue setting) {
        if (setting == null || setting.getValue() == null) {
            return null;
        }
        return Arrays.stream(setting.getValue().split(",", -1))
                .map(String::strip)
                .filter(address -> !address.isEmpty() && !isValid(address))
                .findFirst()
                .orElse(null);
    }

    private static boolean isValid(String address) {
        try {
            RedisURI unused = new RedisURI(address);
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** Whatever stands before an @ may be one, with or without the slashes that belong there. */
    static String withoutPassword(String address) {
        return address.replaceAll("^(\\w+://)?.*@", "$1***@").replaceAll("([?&]password=)[^&]*", "$1***");
    }
}
