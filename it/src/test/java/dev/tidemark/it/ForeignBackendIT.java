package dev.tidemark.it;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import dev.tidemark.spi.BackendProvider;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForeignBackendIT {

    @TempDir
    private Path folder;

    @Test
    @DisplayName("A backend in a jar of its own is found by name, with nothing changed in the service")
    void findsForeignBackend() throws Exception {
        Map<String, String> environment = Map.of("TIDEMARK_BACKEND", "loud");
        try (ServiceProcess service = ServiceProcess.launchWith(jarOf("LoudProvider"), environment)) {
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
        try (ServiceProcess service = ServiceProcess.launchWith(jarOf("LoudProvider"), Map.of())) {
            given().port(service.port()).get("/v1/backend").then().body("backends.name", equalTo(List.of("ranked")));
        }
    }

    @Test
    @DisplayName("The README shows this very backend")
    void readmeShowsIt() throws Exception {
        String readme = Files.readString(Path.of(System.getProperty("tidemark.project"), "README.md"));
        assertThat(readme).contains(Files.readString(source("LoudProvider")));
    }

    private static Path source(String provider) throws URISyntaxException {
        return Path.of(ForeignBackendIT.class
                .getResource("/loud-backend/" + provider + ".java")
                .toURI());
    }

    /** Compiles a provider against the API alone, and packs it with its service entry. */
    private Path jarOf(String provider) throws IOException, URISyntaxException {
        Path api = Path.of(BackendProvider.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path classes = Files.createDirectories(folder.resolve("classes"));
        int failed = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-cp",
                        api.toString(),
                        "-d",
                        classes.toString(),
                        source(provider).toString());
        assertThat(failed).isZero();
        Path jar = folder.resolve("backend.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(file);
                Stream<Path> compiled = Files.list(classes)) {
            for (Path each : compiled.toList()) {
                entries.putNextEntry(new JarEntry(each.getFileName().toString()));
                Files.copy(each, entries);
            }
            entries.putNextEntry(new JarEntry("META-INF/services/" + BackendProvider.class.getName()));
            entries.write(provider.getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }
}
