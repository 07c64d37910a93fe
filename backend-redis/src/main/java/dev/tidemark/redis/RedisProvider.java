package dev.tidemark.redis;

import dev.tidemark.redis.client.Server;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.BackendException;
import dev.tidemark.spi.BackendProvider;
import io.vertx.redis.client.Redis;
import java.time.Duration;

/** Redis, {@code tidemark.backend=redis}. The connection is the surroundings' own: {@code quarkus.redis.*}. */
public final class RedisProvider implements BackendProvider {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    @Override
    public String name() {
        return "redis";
    }

    @Override
    public Backend open(BackendContext context) {
        Redis redis = context.resource(Redis.class)
                .orElseThrow(() -> new BackendException(
                        "the Redis backend does not know where Redis is: set quarkus.redis.hosts, "
                                + "such as redis://localhost:6379",
                        null));
        BackendConfig config = context.config();
        return RedisBackend.open(context, new Server(redis, timeout(config)));
    }

    private static Duration timeout(BackendConfig config) {
        Duration timeout = config.duration("timeout", TIMEOUT);
        if (timeout.toMillis() < 1) {
            throw BackendException.badSetting("tidemark.redis.timeout", timeout.toString(), "at least 1ms");
        }
        return timeout;
    }
}
