package dev.tidemark.service;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two clients with bodies of 8 MB for a table kept all other requests waiting for up to a second, for each of theirs. */
@QuarkusTest
@TestProfile(BodyThreadsTest.OnThreads.class)
@DisplayName("A body")
class BodyThreadsTest {

    private static final int LARGEST_ON_EVENT_LOOP = 128 * 1024;

    public static final class OnThreads implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("tidemark.backend", "threads", "tidemark.threads.persistence", "memory");
        }
    }

    @ParameterizedTest(name = "of {0} {1}")
    @DisplayName("of at most 128 KiB is read where it arrives, one of more by a worker")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    POST | /v1/events                | application/json     | [{"series":"s","count":1}]
                    POST | /v1/events                | application/x-ndjson | {"series":"s","count":1}
                    POST | /v1/series/s/limit        | application/json     | {"granularity":"1min","limit":5}
                    PUT  | /v1/rankings/t/members    | application/json     | {"scores":{"a":1}}
                    POST | /v1/rankings/t/increments | application/json     | {"increments":[{"member":"a","by":1}]}
                    POST | /v1/rankings/t/lookup     | application/json     | {"members":["a"]}
                    POST | /v1/rankings/t/remove     | application/json     | {"members":["b"]}
                    POST | /v1/boards/b/hits         | application/json     | {"hits":[{"member":"a"}]}
                    POST | /v1/commands              | text/plain           | zadd t 1 a
                    POST | /                         | text/plain           | zadd t 1 a
                    """)
    void reader(String method, String path, String contentType, String body) {
        send(method, path, contentType, padded(body, LARGEST_ON_EVENT_LOOP));
        assertThat(ThreadsProvider.onEventLoop).as("at most 128 KiB").isTrue();
        send(method, path, contentType, padded(body, LARGEST_ON_EVENT_LOOP + 1));
        assertThat(ThreadsProvider.onEventLoop).as("more").isFalse();
    }

    @Test
    @DisplayName("of more that is bad is answered as a small one is")
    void bad() {
        given().contentType("application/json")
                .body(padded("{\"scores\":{\"a\":1.5}}", LARGEST_ON_EVENT_LOOP + 1))
                .put("/v1/rankings/t/members")
                .then()
                .statusCode(400)
                .contentType("application/problem+json")
                .body("detail", containsString("scores.a must be a whole number"));
    }

    private static byte[] padded(String body, int length) {
        return (body + " ".repeat(length - body.length())).getBytes(StandardCharsets.UTF_8);
    }

    private static void send(String method, String path, String contentType, byte[] body) {
        int status = given().contentType(contentType)
                .body(body)
                .request(method, path)
                .then()
                .extract()
                .statusCode();
        assertThat(status).isIn(200, 204);
    }
}
