package dev.tidemark.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import dev.tidemark.service.cases.Rest;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(AwayTest.OnAwayBackend.class)
@DisplayName("While the backend is away")
class AwayTest {

    public static final class OnAwayBackend implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("tidemark.backend", "away");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/series/s/counts?granularity=1min&from=0&to=1",
                "/v1/series/s/uniques?granularity=1min&from=0&to=1",
                "/v1/series/s/samples?from=0&to=1",
                "/v1/series",
                "/v1/rankings/t",
                "/v1/rankings/t/members/m",
                "/v1/rankings/t/members/m/around",
                "/v1/rankings",
                "/v1/boards/b/top",
                "/v1/boards/b/top?from=2026-11-14&to=2026-11-15",
                "/v1/boards/b/members/m?from=2026-11-14&to=2026-11-15"
            })
    @DisplayName("reads say so, and when to come back")
    void reads(String path) {
        requireAway(Rest.get(path));
    }

    @Test
    @DisplayName("writes say so, and when to come back")
    void writes() {
        requireAway(Rest.post("/v1/events", "[{'series':'s','count':1}]"));
        requireAway(Rest.post("/v1/series/s/limit", "{'limit':1,'granularity':'1min'}"));
        requireAway(Rest.put("/v1/rankings/t/members", "{'scores':{'a':1}}"));
        requireAway(Rest.post("/v1/rankings/t/increments", "{'increments':[{'member':'a','by':1}]}"));
        requireAway(Rest.post("/v1/boards/b/hits", "{'hits':[{'member':'a'}]}"));
        requireAway(Rest.delete("/v1/series/s"));
        requireAway(Rest.delete("/v1/rankings?confirm=flushall"));
    }

    @Test
    @DisplayName("commands stop at the first that fails, instead of waiting for each")
    void commands() {
        int before = AwayProvider.CALLS.get();
        requireAway(Rest.request()
                .contentType(Rest.TEXT)
                .body("zadd t 1 a\nzadd t 1 b\nzadd t 1 c\n")
                .post("/v1/commands")
                .then());
        assertThat(AwayProvider.CALLS.get() - before).isEqualTo(1);
    }

    @Test
    @DisplayName("bad input is still the caller's fault")
    void badInput() {
        Rest.post("/v1/events", "[{'series':'s'}]").statusCode(400);
    }

    @Test
    @DisplayName("the service is alive but not ready, and tells why")
    void notReady() {
        Rest.get("/q/health/live").statusCode(200);
        Rest.get("/q/health/ready").statusCode(503).body("checks[0].data.'away.reason'", equalTo("no answer"));
        Rest.get("/v1/backend").statusCode(200).body("backends[0].reachable", equalTo(false));
    }

    private static void requireAway(ValidatableResponse response) {
        response.statusCode(503)
                .contentType("application/problem+json")
                .header("Retry-After", "7")
                .body("status", equalTo(503))
                .body("detail", equalTo("the server does not answer"));
    }
}
