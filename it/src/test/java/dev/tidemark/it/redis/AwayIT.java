package dev.tidemark.it.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.it.AwayAnswers;
import dev.tidemark.it.Rest;
import dev.tidemark.it.ServiceProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The service while Redis is not there: it answers, says why, and goes on by itself. */
@Tag("service")
@Execution(ExecutionMode.CONCURRENT)
class AwayIT {

    private static final Duration TIMEOUT = Duration.ofMillis(500);
    private static final AwayAnswers ANSWERS = new AwayAnswers("redis", TIMEOUT);

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("It starts before Redis does, is not ready and says why, and works as soon as Redis is there")
    void startsBeforeRedis() {
        try (RedisServer redis = RedisServer.start()) {
            redis.kill();
            try (ServiceProcess service = launch(redis)) {
                Rest rest = new Rest(service.port());
                ANSWERS.assertNotReady(rest.ready(), "Redis cannot be reached");
                ANSWERS.assertAway(rest.count("s", 0), "Redis cannot be reached");
                ANSWERS.assertAway(rest.readCounts("s", "1sec", 0, 0), "Redis cannot be reached");
                ANSWERS.assertAway(rest.get("/v1/series"), "Redis cannot be reached");
                ANSWERS.assertAway(rest.increment("t", "m"), "Redis cannot be reached");
                ANSWERS.assertAway(rest.get("/v1/rankings/t"), "Redis cannot be reached");
                assertThat(rest.count("s", 0).json().getString("applied")).isEqualTo("no");
                assertThat(rest.increment("t", "m").json().getString("applied")).isEqualTo("no");

                redis.restart();

                await().atMost(PATIENCE).until(() -> rest.ready().status() == 200);
                rest.count("s", 0).expect(200);
                rest.increment("t", "m").expect(200);
                assertThat(rest.counts("s", "1sec", 0, 0)).containsExactly(1L);

                redis.kill();
                await("nothing is sent where there is no connection")
                        .atMost(PATIENCE)
                        .until(() -> "no".equals(rest.count("s", 0).json().getString("applied")));
                assertThat(rest.increment("t", "m").json().getString("applied")).isEqualTo("no");
                AwayAnswers.assertQuiet(service);
            }
        }
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("While Redis hangs every request ends within the timeout, and all goes on when it wakes up")
    void redisHangs() {
        try (RedisServer redis = RedisServer.start();
                ServiceProcess service = launch(redis)) {
            Rest rest = new Rest(service.port());
            rest.count("before", 0).expect(200);

            redis.pause();
            List<CompletableFuture<Rest.Answer>> requests = IntStream.range(0, 100)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> i % 2 == 0 ? rest.count("meanwhile", 0) : rest.readCounts("before", "1sec", 0, 0)))
                    .toList();
            requests.forEach(request -> ANSWERS.assertAway(request.join(), "Redis did not answer within 500 ms"));
            assertThat(requests.get(0).join().json().getString("applied")).isEqualTo("unknown");
            ANSWERS.assertNotReady(rest.ready(), "Redis did not answer within 500 ms");

            redis.resume();
            await().atMost(PATIENCE).until(() -> rest.ready().status() == 200);
            rest.count("after", 0).expect(200);
            assertThat(rest.counts("before", "1sec", 0, 0)).containsExactly(1L);
            assertThat(rest.counts("after", "1sec", 0, 0)).containsExactly(1L);
            assertThat(rest.counts("meanwhile", "1sec", 0, 0).get(0))
                    .as("those that were on their way may have been carried out")
                    .isBetween(0L, 50L);
            AwayAnswers.assertQuiet(service);
        }
    }

    private static ServiceProcess launch(RedisServer redis) {
        return ServiceProcess.launch(Map.of(
                "TIDEMARK_BACKEND",
                "redis",
                "QUARKUS_REDIS_HOSTS",
                redis.uri(),
                "TIDEMARK_REDIS_TIMEOUT",
                TIMEOUT.toMillis() + "ms"));
    }
}
