package dev.tidemark.it.redis;

import dev.tidemark.it.ClientContext;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.Backends;
import dev.tidemark.tck.TckBackend;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.PrecisionRules;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisClientType;
import io.vertx.redis.client.RedisOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Opens the Redis backend on real servers, with a client that is set up as the service's. */
final class RedisTck implements TckBackend {

    private static final Backends BACKENDS = Backends.find(RedisTck.class.getClassLoader());
    private static final Vertx VERTX = Vertx.vertx(new VertxOptions().setUseDaemonThread(true));

    private final List<RedisServer> servers;
    private final Map<String, String> settings;
    private final Redis client;

    private RedisTck(RedisClientType type, List<String> uris, List<RedisServer> servers, Map<String, String> settings) {
        this.servers = servers;
        this.settings = settings;
        this.client = Redis.createClient(
                VERTX,
                new RedisOptions()
                        .setType(type)
                        .setEndpoints(uris)
                        .setMaxPoolSize(16)
                        .setMaxPoolWaiting(4_096)
                        .setMaxWaitingHandlers(16_384));
    }

    /** The settings are those of {@code tidemark.redis}, without that prefix. */
    static RedisTck on(RedisServer server, Map<String, String> settings) {
        return on(server.uri(), server, settings);
    }

    /** On a server that is reached by another address than its own. */
    static RedisTck on(String uri, RedisServer server, Map<String, String> settings) {
        return new RedisTck(RedisClientType.STANDALONE, List.of(uri), List.of(server), settings);
    }

    static RedisTck on(RedisCluster cluster, Map<String, String> settings) {
        return new RedisTck(RedisClientType.CLUSTER, cluster.uris(), cluster.nodes(), settings);
    }

    @Override
    public Backend open(List<Granularity> granularities, PrecisionRules precision, @Nullable Duration sampleRetention) {
        servers.forEach(server -> server.text("FLUSHALL"));
        BackendConfig config =
                BackendConfig.of("redis", settings).withPrecision(precision).withSampleRetention(sampleRetention);
        return BACKENDS.open(
                "redis", new ClientContext(config, granularities, InstantSource.system(), List.of(client)));
    }

    /** Opens a store that holds nothing, with the settings that a service has if nobody sets any. */
    Backend openEmpty() {
        return open(Granularity.DEFAULTS, PrecisionRules.EXACT, null);
    }

    /** Opens the store with what is in it, as one more instance of the service whose clock is this one. */
    Backend join(InstantSource clock, PrecisionRules precision) {
        BackendConfig config = BackendConfig.of("redis", settings).withPrecision(precision);
        return BACKENDS.open("redis", new ClientContext(config, Granularity.DEFAULTS, clock, List.of(client)));
    }

    /** The servers that it is on. */
    List<RedisServer> servers() {
        return servers;
    }

    @Override
    public Instant now() {
        try (RedisProbe probe = servers.get(0).probe()) {
            List<String> time = probe.list("TIME");
            return Instant.ofEpochSecond(Long.parseLong(time.get(0)), Long.parseLong(time.get(1)) * 1_000);
        }
    }

    /** Sleeps, because nobody can move a server's clock: that much time really has to pass. */
    @Override
    public void advance(Duration by) {
        try {
            Thread.sleep(by.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
