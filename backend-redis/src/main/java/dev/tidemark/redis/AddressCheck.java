package dev.tidemark.redis;

import dev.tidemark.spi.BackendException;
import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.ConfigValue;
import io.vertx.redis.client.impl.RedisURI;
import java.util.List;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * Rejects an address that is none before Quarkus makes a client of it, which would fail with a stack trace. It adds no settings;
 * it is a factory of them because those are asked before any client is made.
 */
public final class AddressCheck implements ConfigSourceFactory {

    private static final String PROPERTY = "quarkus.redis.hosts";

    @Override
    public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
        ConfigValue setting = context.getValue(PROPERTY);
        if (setting != null && setting.getValue() != null) {
            for (String address : setting.getValue().split(",", -1)) {
                require(address.strip());
            }
        }
        return List.of();
    }

    private static void require(String address) {
        if (address.isEmpty()) {
            return;
        }
        try {
            RedisURI unused = new RedisURI(address);
        } catch (RuntimeException e) {
            throw BackendException.badSetting(
                    PROPERTY, address.replaceAll("//.*@", "//***@"), "addresses such as redis://localhost:6379");
        }
    }
}
