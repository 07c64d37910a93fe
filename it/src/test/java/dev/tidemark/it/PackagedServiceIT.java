package dev.tidemark.it;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("service")
class PackagedServiceIT {

    @Test
    @DisplayName("It starts with nothing set, serves, and ends in good order when it is told to")
    void startsServesAndEnds() throws InterruptedException {
        try (ServiceProcess service = ServiceProcess.launch(Map.of())) {
            int port = service.port();
            given().port(port)
                    .contentType("application/json")
                    .body("[{\"series\":\"s\",\"at\":61,\"count\":2}]")
                    .post("/v1/events")
                    .then()
                    .statusCode(200)
                    .body("accepted", equalTo(1));
            given().port(port)
                    .get("/v1/series/s/counts?granularity=1min&from=0&to=61")
                    .then()
                    .body("points.value", equalTo(List.of(0, 2)));
            given().port(port).get("/").then().statusCode(200).body(containsString("<title>Tidemark</title>"));
            given().port(port).get("/q/health/ready").then().statusCode(200);

            service.terminate();

            assertThat(service.exitStatus()).isIn(0, 143);
            assertThat(service.output()).contains("tidemark stopped in");
        }
    }

    @Test
    @DisplayName("It listens on loopback only")
    void listensOnLoopback() {
        try (ServiceProcess service = ServiceProcess.launch(Map.of())) {
            service.port();
            assertThat(service.output()).contains("Listening on: http://127.0.0.1:");
        }
    }

    @Test
    @DisplayName("Granularities, precision and zone are settings of the command line and the environment")
    void takesSettings() {
        Map<String, String> environment =
                Map.of("TIDEMARK_UNIQUES_PRECISION", "approximate", "TIDEMARK_BOARDS_ZONE", "Pacific/Auckland");
        try (ServiceProcess service = ServiceProcess.launch(
                environment,
                "-Dtidemark.granularities.\"5min\".duration=5m",
                "-Dtidemark.granularities.\"5min\".retention=1d",
                "-Dtidemark.granularities.\"1sec\".enabled=false")) {
            int port = service.port();
            given().port(port)
                    .get("/v1/backend")
                    .then()
                    .body("granularities.name", equalTo(List.of("1min", "5min", "1hour", "1day")));
            given().port(port)
                    .get("/v1/series/s/uniques?granularity=5min&from=0&to=0")
                    .then()
                    .body("precision", equalTo("approximate"));
            given().port(port)
                    .contentType("application/json")
                    .body("{\"hits\":[{\"member\":\"a\",\"at\":\"2026-11-15T23:00:00Z\"}]}")
                    .post("/v1/boards/b/hits")
                    .then()
                    .statusCode(204);
            given().port(port).get("/v1/boards/b/top?period=2026-11-16").then().body("entries[0].member", equalTo("a"));
        }
    }
}
