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

    static final String NAME = "redis";

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
    private static final Duration MAX_TIMEOUT = Duration.ofDays(1);

    @Override
    public String name() {
        return NAME;
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
        if (timeout.compareTo(MIN_TIMEOUT) < 0 || timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw BackendException.badSetting("tidemark.redis.timeout", timeout.toString(), "1ms to 1d");
        }
        return timeout;
    }
}
