package dev.tidemark.it;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForeignBackendIT {

    private static final String LOUD = "/loud-backend/LoudProvider.java";

    @TempDir
    private Path folder;

    @Test
    @DisplayName("A backend in a jar of its own is found by name, with nothing changed in the service")
    void findsForeignBackend() throws Exception {
        Map<String, String> environment = Map.of("TIDEMARK_BACKEND", "loud");
        try (ServiceProcess service = ServiceProcess.launchWith(loud(), environment)) {
            int port = service.port();
            given().port(port).get("/v1/backend").then().body("name", equalTo("loud"));
            given().port(port)
                    .contentType("application/json")
                    .body("{\"scores\":{\"ada\":5}}")
                    .put("/v1/rankings/t/members")
                    .then()
                    .statusCode(204);
            given().port(port).get("/v1/rankings/t/members/ada").then().body("score", equalTo(5));
            assertThat(service.output()).contains("set [t, {ada=5}]").contains("rank [t, ada, DESC]");
        }
    }

    @Test
    @DisplayName("A backend that is there but not named is not opened")
    void leavesOthersClosed() throws Exception {
        try (ServiceProcess service = ServiceProcess.launchWith(loud(), Map.of())) {
            given().port(service.port()).get("/v1/backend").then().body("backends.name", equalTo(List.of("ranked")));
        }
    }

    @Test
    @DisplayName("The README shows this very backend")
    void readmeShowsIt() throws Exception {
        String readme = Files.readString(Path.of(System.getProperty("tidemark.project"), "README.md"));
        assertThat(readme).contains(Files.readString(ForeignJar.source(LOUD)));
    }

    private Path loud() throws Exception {
        return ForeignJar.of(LOUD, Map.of(ForeignJar.SERVICES, "LoudProvider"), folder.resolve("backend.jar"));
    }
}
