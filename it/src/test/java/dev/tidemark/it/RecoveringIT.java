package dev.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nothing listened while the engine recovered, so that a liveness probe saw a dead process, and an engine whose threads were
 * gone looked alive. A backend from outside stands in for the engine here: it opens, fails and dies when a file says so.
 */
@DisplayName("While the backend recovers")
class RecoveringIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String SLOW = "/slow-backend/SlowProvider.java";

    @TempDir
    private Path folder;

    @Test
    @DisplayName("the process is alive, and everything else says how far it is, until it serves")
    void tellsHowFarItIs() throws Exception {
        try (ServiceProcess service = launch()) {
            Rest rest = new Rest(service.listeningPort());
            rest.get("/q/health/live").expect(200);
            assertThat(rest.ready().expect(503).body()).contains("recovering: the log 34 % read");
            assertThat(rest.get("/").expect(200).body()).contains("<html");
            requireRejected(rest.get("/v1/series"), false);
            requireRejected(rest.get("/v1/backend"), false);
            requireRejected(rest.count("s", 0), true);
            requireRejected(rest.delete("/v1/series/s"), true);
            requireRejected(rest.post("/", "zadd t 1 m"), true);
            assertThat(service.output()).contains("Requests are rejected until the backend is open");

            tell("open");

            await().atMost(PATIENCE).until(() -> rest.ready().status() == 200);
            rest.count("s", 0).expect(200);
            assertThat(rest.counts("s", "1sec", 0, 0)).containsExactly(1L);
            assertThat(service.output()).contains("Requests are served, after");
        }
    }

    private static void requireRejected(Rest.Answer answer, boolean write) {
        answer.expect(503);
        assertThat(answer.header("Retry-After")).isEqualTo("1");
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.json().getString("detail")).isEqualTo("recovering: the log 34 % read");
        assertThat(answer.json().getString("applied")).isEqualTo(write ? "no" : null);
    }

    @Test
    @DisplayName("a failure ends the process with the same line as one at once")
    void failsLate() throws Exception {
        try (ServiceProcess service = launch()) {
            service.listeningPort();
            tell("fail");
            assertThat(service.exitStatus()).isEqualTo(1);
            assertThat(service.output())
                    .contains("Tidemark cannot start: the log is damaged")
                    .doesNotContain("\tat ", "Exception");
        }
    }

    @Test
    @DisplayName("SIGTERM ends it")
    void ends() throws Exception {
        try (ServiceProcess service = launch()) {
            service.listeningPort();
            service.terminate();
            service.exitStatus();
            assertThat(service.output()).doesNotContain("\tat ");
        }
    }

    @Test
    @DisplayName("Afterwards, a backend that takes no writes is ready, and health and metrics say so")
    void takesNoWrites() throws Exception {
        tell("open");
        try (ServiceProcess service = launch()) {
            Rest rest = new Rest(service.port());
            assertThat(rest.ready().expect(200).body()).doesNotContain("rejected");
            assertThat(rest.get("/q/metrics").body())
                    .contains("tidemark_backend_writes_rejected{backend=\"slow\"} 0.0");
            tell("full");
            assertThat(rest.ready().expect(200).body()).contains("the disk is full");
            assertThat(rest.get("/q/metrics").body())
                    .contains("tidemark_backend_writes_rejected{backend=\"slow\"} 1.0");
        }
    }

    @Test
    @DisplayName("Afterwards, a backend that has lost a thread ends the process, with a line")
    void endsWithoutBackend() throws Exception {
        tell("open");
        try (ServiceProcess service = launch()) {
            new Rest(service.port()).get("/q/health/live").expect(200);
            tell("dead");
            assertThat(service.exitStatus()).isNotZero();
            assertThat(service.output()).contains("Tidemark ends: the backend 'slow' has lost a thread that it needs");
        }
    }

    private ServiceProcess launch() throws Exception {
        Path jar = ForeignJar.of(SLOW, Map.of(ForeignJar.SERVICES, "SlowProvider"), folder.resolve("backend.jar"));
        return ServiceProcess.launchWith(
                jar, Map.of("TIDEMARK_BACKEND", "slow", "TIDEMARK_SLOW_FOLDER", folder.toString()));
    }

    private void tell(String what) throws IOException {
        Files.createFile(folder.resolve(what));
    }
}
