package dev.tidemark.it.redis;

import dev.tidemark.it.ReadmeTour;
import dev.tidemark.it.ServiceProcess;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("service")
class RedisTourIT {

    @Test
    @DisplayName("On Redis too every command of the README's tour works as written and answers as shown")
    void tourIsTrue() throws Exception {
        try (RedisServer redis = RedisServer.start();
                ServiceProcess service = ServiceProcess.launch(
                        Map.of("TIDEMARK_BACKEND", "redis", "QUARKUS_REDIS_HOSTS", redis.uri()))) {
            ReadmeTour.take(service);
        }
    }
}
