package dev.tidemark.it;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.restassured.response.Response;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("service")
class DurableServiceIT {

    @TempDir
    private Path folder;

    @Test
    @DisplayName("What was answered is there after the process was killed")
    void survivesKill() {
        for (int round = 1; round <= 2; round++) {
            try (ServiceProcess service = ServiceProcess.launch(settings())) {
                int port = service.port();
                increment(port).then().statusCode(200).body("scores[0].score", equalTo(round));
                given().port(port)
                        .contentType("application/json")
                        .body("[{\"series\":\"s\",\"at\":0,\"count\":1},{\"series\":\"v\",\"at\":0,\"member\":\"m\"},"
                                + "{\"series\":\"t\",\"at\":" + round + ",\"value\":1.5}]")
                        .post("/v1/events")
                        .then()
                        .statusCode(200);

                service.kill();
            }
        }
        try (ServiceProcess service = ServiceProcess.launch(settings())) {
            int port = service.port();
            given().port(port).get("/v1/rankings/t/members/m").then().body("score", equalTo(2));
            given().port(port)
                    .get("/v1/series/s/counts?granularity=1sec&from=0&to=0")
                    .then()
                    .body("points.value", equalTo(List.of(2)));
            given().port(port)
                    .get("/v1/series/v/uniques?granularity=1sec&from=0&to=0")
                    .then()
                    .body("distinct", equalTo(1));
            given().port(port)
                    .get("/v1/series/t/samples?from=0&to=9")
                    .then()
                    .body("samples.timestamp", equalTo(List.of(1, 2)));
        }
    }

    @Test
    @DisplayName("A second service on the same folder does not start, and says who has it")
    void oneAtATime() throws InterruptedException {
        try (ServiceProcess first = ServiceProcess.launch(settings())) {
            int port = first.port();
            try (ServiceProcess second = ServiceProcess.launch(settings())) {
                assertThat(second.exitStatus()).isNotZero();
                assertThat(second.output())
                        .contains("is in use by process ")
                        .contains("tidemark.ranked.dir")
                        .doesNotContain("\tat ");
            }
            increment(port).then().statusCode(200);
        }
    }

    @Test
    @DisplayName("While the disk is full, writes get 503 with the reason and reads go on; then it goes on by itself")
    void fullDisk() throws Exception {
        assumeTrue(
                Path.of("/usr/bin/prlimit").toFile().canExecute(),
                "the limit is moved with prlimit, which is not here");
        int told = 0;
        try (ServiceProcess service = ServiceProcess.launchWithFileLimit(256, settings())) {
            int port = service.port();
            Response answer = increment(port);
            while (answer.statusCode() == 200) {
                told++;
                answer = increment(port);
            }
            answer.then()
                    .statusCode(503)
                    .header("Retry-After", equalTo("1"))
                    .body("detail", containsString("the data folder cannot be written to: File too large"));
            given().port(port).get("/v1/rankings/t").then().statusCode(200);
            given().port(port)
                    .get("/v1/backend")
                    .then()
                    .statusCode(200)
                    .body(containsString("refused: File too large"));

            service.liftFileLimit();
            await().until(() -> increment(port).statusCode() == 200);
            told++;
            service.kill();
        }
        try (ServiceProcess service = ServiceProcess.launch(settings())) {
            // One more may be there: the one whose writer could not be told any more.
            given().port(service.port())
                    .get("/v1/rankings/t/members/m")
                    .then()
                    .body("score", org.hamcrest.Matchers.oneOf(told, told + 1));
        }
    }

    private Map<String, String> settings() {
        return Map.of("TIDEMARK_RANKED_DIR", folder.toString());
    }

    /** One more for the same member; the long name of another makes the log grow. */
    private static Response increment(int port) {
        return given().port(port)
                .contentType("application/json")
                .body("{\"increments\":[{\"member\":\"m\",\"by\":1},{\"member\":\"" + "x".repeat(250)
                        + "\",\"by\":1}]}")
                .post("/v1/rankings/t/increments");
    }
}
