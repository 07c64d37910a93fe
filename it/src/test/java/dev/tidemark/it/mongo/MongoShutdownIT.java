package dev.tidemark.it.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.it.Rest;
import dev.tidemark.it.ServiceProcess;
import dev.tidemark.it.Shutdown;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The service on MongoDB, told to end while a write waits for MongoDB. */
@Tag("service")
class MongoShutdownIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration BRIEF = Duration.ofSeconds(1);

    @Test
    @DisplayName("A write that waits for MongoDB gets its answer, and is stored once")
    void finishesWhatRuns() throws Exception {
        try (MongoServer mongo = MongoServer.start();
                ServiceProcess service = launch(mongo, Map.of())) {
            Rest rest = new Rest(service.port());
            long before = countOne(rest);

            mongo.pause();
            CompletableFuture<Rest.Answer> write = CompletableFuture.supplyAsync(() -> rest.count("s", 0));
            Shutdown.awaitRunning(rest, 1);
            Shutdown shutdown = Shutdown.begin(service);
            shutdown.awaitClosed();
            mongo.resume();

            write.join().expect(200);
            shutdown.awaitEnd(Duration.ZERO);
            try (ServiceProcess next = launch(mongo, Map.of())) {
                assertThat(new Rest(next.port()).counts("s", "1sec", 0, 0)).containsExactly(before + 1);
            }
        }
    }

    @Test
    @DisplayName("A MongoDB that hangs does not keep the service from its end")
    void givesUpWhatHangs() throws Exception {
        try (MongoServer mongo = MongoServer.start();
                ServiceProcess service = launch(mongo, Map.of("QUARKUS_SHUTDOWN_TIMEOUT", BRIEF.toSeconds() + "s"))) {
            Rest rest = new Rest(service.port());
            countOne(rest);

            mongo.pause();
            CompletableFuture<Rest.Answer> write = CompletableFuture.supplyAsync(() -> rest.count("s", 0));
            Shutdown.awaitRunning(rest, 1);

            Shutdown.begin(service).awaitEnd(BRIEF);

            assertThat(write.handle((answer, failure) -> answer == null || answer.status() == 503)
                            .join())
                    .as("nobody was told that it is stored")
                    .isTrue();
        }
    }

    /** The first also makes the collections, each of them within the timeout. */
    private static long countOne(Rest rest) {
        await().atMost(PATIENCE).until(() -> rest.count("s", 0).status() == 200);
        return rest.counts("s", "1sec", 0, 0).get(0);
    }

    private static ServiceProcess launch(MongoServer mongo, Map<String, String> others) {
        Map<String, String> settings = new HashMap<>(others);
        settings.putAll(Map.of(
                "TIDEMARK_BACKEND",
                "mongo",
                "QUARKUS_MONGODB_CONNECTION_STRING",
                mongo.uri(),
                "TIDEMARK_MONGO_TIMEOUT",
                "60s"));
        return ServiceProcess.launch(settings);
    }
}
