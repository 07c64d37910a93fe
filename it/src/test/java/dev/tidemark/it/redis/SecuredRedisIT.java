package dev.tidemark.it.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.it.FreePorts;
import dev.tidemark.it.Rest;
import dev.tidemark.it.ServiceProcess;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Redis with a password, with users that may do only so much, and with TLS: all by standard {@code quarkus.redis.*}. */
@Tag("service")
@Execution(ExecutionMode.CONCURRENT)
class SecuredRedisIT {

    private static final String PASSWORD = "open sesame";

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("With the password it works")
    void password() {
        try (RedisServer redis = RedisServer.start("--requirepass", PASSWORD);
                ServiceProcess service = launch(redis.uri(), Map.of("QUARKUS_REDIS_PASSWORD", PASSWORD))) {
            assertWorks(new Rest(service.port()));
        }
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("With a wrong password or none it starts, is not ready, and says why without the password")
    void wrongPassword() {
        try (RedisServer redis = RedisServer.start("--requirepass", PASSWORD);
                ServiceProcess wrong = launch(redis.uri(), Map.of("QUARKUS_REDIS_PASSWORD", "open barley"));
                ServiceProcess none = launch(redis.uri(), Map.of())) {
            assertRefused(wrong, "WRONGPASS");
            assertRefused(none, "NOAUTH");
        }
    }

    @ParameterizedTest(name = "{0}, bundled server: {1}")
    @CsvSource({"sorted-set, false", "hash, true"})
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("A user that may do what the documentation says can do everything that the service does")
    void leastUser(String layout, boolean bundled) {
        try (RedisServer redis = bundled ? RedisServer.startBundled() : RedisServer.start()) {
            LeastUser.createOn(redis);
            try (RedisProbe probe = redis.probe()) {
                probe.text("AUTH", LeastUser.NAME, LeastUser.PASSWORD);
                assertThatThrownBy(() -> probe.text("FLUSHALL")).hasMessageStartingWith("NOPERM");
                assertThatThrownBy(() -> probe.list("KEYS", "*")).hasMessageStartingWith("NOPERM");
            }
            try (ServiceProcess service =
                    launch(LeastUser.uri(redis), Map.of("TIDEMARK_REDIS_RANKING_LAYOUT", layout))) {
                assertWorks(new Rest(service.port()));
            }
        }
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("It speaks TLS to a Redis whose certificate it is told to trust, and not to one that it is not")
    void tls(@TempDir Path folder) throws Exception {
        SelfSigned self = SelfSigned.in(folder);
        int port = FreePorts.next();
        Map<String, String> trust = Map.of(
                "QUARKUS_TLS_REDIS_TRUST_STORE_PEM_CERTS", self.certificate().toString(),
                "QUARKUS_TLS_REDIS_HOSTNAME_VERIFICATION_ALGORITHM", "HTTPS",
                "QUARKUS_REDIS_TLS_CONFIGURATION_NAME", "redis");
        try (RedisServer redis = RedisServer.start(
                        "--tls-port", Integer.toString(port),
                        "--tls-cert-file", self.certificate().toString(),
                        "--tls-key-file", self.key().toString(),
                        "--tls-auth-clients", "no");
                ServiceProcess service = launch("rediss://127.0.0.1:" + port, trust);
                ServiceProcess other = launch("rediss://127.0.0.1:" + port, Map.of())) {
            assertWorks(new Rest(service.port()));
            assertThat(redis.text("CLIENT", "LIST")).contains("laddr=127.0.0.1:" + port + " ");
            assertRefused(other, "SSL");
        }
    }

    private static ServiceProcess launch(String uri, Map<String, String> more) {
        Map<String, String> environment = new TreeMap<>();
        environment.put("TIDEMARK_BACKEND", "redis");
        environment.put("QUARKUS_REDIS_HOSTS", uri);
        environment.putAll(more);
        return ServiceProcess.launch(environment);
    }

    /** Calls whatever there is that talks to Redis in a way of its own. */
    private static void assertWorks(Rest rest) {
        rest.ready().expect(200);
        rest.post("/v1/events", """
                        [{"series":"s","at":0,"count":1},{"series":"s","at":0,"member":"m"},{"series":"s","at":0,"value":1.5}]
                        """).expect(200);
        rest.post("/v1/series/s/limit", "{\"limit\":5,\"granularity\":\"1min\"}")
                .expect(200);
        assertThat(rest.counts("s", "1sec", 0, 9)).startsWith(1L);
        rest.get("/v1/series/s/uniques?granularity=1sec&from=0&to=9").expect(200);
        rest.get("/v1/series/s/samples?from=0&to=9").expect(200);
        rest.get("/v1/series").expect(200);
        rest.post("/v1/boards/b/hits", "{\"hits\":[{\"member\":\"m\"}]}").expect(204);
        rest.post("/v1/rankings/t/increments", "{\"increments\":[{\"member\":\"m\",\"by\":1}],\"expiresIn\":60}")
                .expect(200);
        rest.get("/v1/boards/b/top?period=total").expect(200);
        rest.get("/v1/boards/b/top?from=2026-11-01&to=2026-11-30").expect(200);
        rest.get("/v1/rankings/t/members/m/around").expect(200);
        rest.get("/v1/rankings").expect(200);
        rest.get("/v1/backend").expect(200);
        rest.delete("/v1/rankings/t/members/m").expect(204);
        rest.delete("/v1/series/s").expect(204);
        rest.delete("/v1/rankings?confirm=flushall").expect(204);
    }

    private static void assertRefused(ServiceProcess service, String reason) {
        Rest rest = new Rest(service.port());
        Rest.Answer ready = rest.ready().expect(503);
        assertThat(ready.json().getString("checks[0].data.'redis.reason'")).contains(reason);
        assertThat(rest.count("s", 0).expect(503).json().getString("detail")).contains(reason);
        assertThat(service.output()).doesNotContain("\tat ").doesNotContain("open barley");
        assertThat(ready.body()).doesNotContain("open barley");
    }
}
