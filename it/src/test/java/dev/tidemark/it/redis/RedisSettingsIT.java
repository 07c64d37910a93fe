package dev.tidemark.it.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.it.FreePorts;
import dev.tidemark.it.Rest;
import dev.tidemark.it.ServiceProcess;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings of the Redis backend that cannot work, and settings that do not matter. */
@Tag("service")
@Execution(ExecutionMode.CONCURRENT)
class RedisSettingsIT {

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource(delimiter = '|', textBlock = """
            QUARKUS_REDIS_HOSTS           | ''    | set quarkus.redis.hosts
            TIDEMARK_REDIS_COUNT_LAYOUT   | hsah  | tidemark.redis.count-layout must be hash or string, but is 'hsah'
            TIDEMARK_REDIS_RANKING_LAYOUT | zset  | tidemark.redis.ranking-layout must be sorted-set or hash, but is 'zset'
            TIDEMARK_REDIS_TIMEOUT        | never | tidemark.redis.timeout must be a duration such as 500ms
            """)
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("A wrong setting ends the start with a message that names it, and no stack trace")
    void namesTheSetting(String variable, String value, String message) throws InterruptedException {
        Map<String, String> settings = new TreeMap<>();
        settings.put("TIDEMARK_BACKEND", "redis");
        // Nobody has to be there: settings are looked at first.
        settings.put("QUARKUS_REDIS_HOSTS", "redis://127.0.0.1:" + FreePorts.next());
        settings.put(variable, value);
        if (value.isEmpty()) {
            settings.remove(variable);
        }
        try (ServiceProcess service = ServiceProcess.launch(settings)) {
            assertThat(service.exitStatus()).isNotZero();
            assertThat(service.output())
                    .contains("Tidemark cannot start")
                    .contains(message)
                    .doesNotContain("\tat ");
        }
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("With another backend no connection is made to Redis, even if one is configured")
    void notConnected() {
        try (RedisServer redis = RedisServer.start();
                RedisProbe probe = redis.probe()) {
            String before = connections(probe);
            try (ServiceProcess service = ServiceProcess.launch(Map.of(
                    "TIDEMARK_BACKEND", "ranked",
                    "TIDEMARK_RANKED_PERSISTENCE", "memory",
                    "QUARKUS_REDIS_HOSTS", redis.uri()))) {
                Rest rest = new Rest(service.port());
                rest.ready().expect(200);
                rest.count("s", 0).expect(200);
                assertThat(rest.counts("s", "1sec", 0, 0)).containsExactly(1L);

                assertThat(connections(probe)).isEqualTo(before);
                assertThat(rest.ready().body()).doesNotContainIgnoringCase("redis");
            }
        }
    }

    private static String connections(RedisProbe probe) {
        return probe.text("INFO", "stats")
                .lines()
                .filter(line -> line.startsWith("total_connections_received:"))
                .findFirst()
                .orElseThrow();
    }
}
