package dev.tidemark.it.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.it.Rest;
import dev.tidemark.it.ServiceProcess;
import dev.tidemark.it.Shutdown;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The service on Redis, told to end while a write waits for Redis. */
@Tag("service")
class RedisShutdownIT {

    private static final Duration BRIEF = Duration.ofSeconds(1);

    @Test
    @DisplayName("A write that waits for Redis gets its answer, and is stored once")
    void finishesWhatRuns() throws Exception {
        try (RedisServer redis = RedisServer.start();
                ServiceProcess service = launch(redis, Map.of("TIDEMARK_REDIS_TIMEOUT", "60s"))) {
            Rest rest = new Rest(service.port());
            rest.count("s", 0).expect(200);

            redis.pause();
            CompletableFuture<Rest.Answer> write = CompletableFuture.supplyAsync(() -> rest.count("s", 0));
            Shutdown.awaitRunning(rest, 1);
            Shutdown shutdown = Shutdown.begin(service);
            shutdown.awaitClosed();
            redis.resume();

            write.join().expect(200);
            shutdown.awaitEnd(Duration.ZERO);
            try (ServiceProcess next = launch(redis, Map.of())) {
                assertThat(new Rest(next.port()).counts("s", "1sec", 0, 0)).containsExactly(2L);
            }
        }
    }

    @Test
    @DisplayName("A Redis that hangs does not keep the service from its end")
    void givesUpWhatHangs() throws Exception {
        try (RedisServer redis = RedisServer.start();
                ServiceProcess service = launch(
                        redis,
                        Map.of("TIDEMARK_REDIS_TIMEOUT", "60s", "QUARKUS_SHUTDOWN_TIMEOUT", BRIEF.toSeconds() + "s"))) {
            Rest rest = new Rest(service.port());
            rest.count("s", 0).expect(200);

            redis.pause();
            CompletableFuture<Rest.Answer> write = CompletableFuture.supplyAsync(() -> rest.count("s", 0));
            Shutdown.awaitRunning(rest, 1);

            Shutdown.begin(service).awaitEnd(BRIEF);

            assertThat(write.handle((answer, failure) -> answer == null || answer.status() == 503)
                            .join())
                    .as("nobody was told that it is stored")
                    .isTrue();
        }
    }

    private static ServiceProcess launch(RedisServer redis, Map<String, String> others) {
        Map<String, String> settings = new HashMap<>(others);
        settings.putAll(Map.of("TIDEMARK_BACKEND", "redis", "QUARKUS_REDIS_HOSTS", redis.uri()));
        return ServiceProcess.launch(settings);
    }
}
