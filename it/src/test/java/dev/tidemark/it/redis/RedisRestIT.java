package dev.tidemark.it.redis;

import dev.tidemark.it.RestSuite;
import dev.tidemark.it.ServiceProcess;
import dev.tidemark.service.cases.BackendTraits;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;

class RedisRestIT extends RestSuite {

    @AutoClose
    private final RedisServer redis = RedisServer.start();

    @Override
    protected ServiceProcess launch() {
        return ServiceProcess.launch(Map.of("TIDEMARK_BACKEND", "redis", "QUARKUS_REDIS_HOSTS", redis.uri()));
    }

    @Override
    protected BackendTraits backend() {
        return new BackendTraits("redis", true);
    }
}
