package dev.tidemark.it.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.it.AwayAnswers;
import dev.tidemark.it.Rest;
import dev.tidemark.it.ServiceProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The service while MongoDB is not there: it answers, says why, and goes on by itself. */
@Tag("service")
@Execution(ExecutionMode.CONCURRENT)
class MongoAwayIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final AwayAnswers ANSWERS = new AwayAnswers("mongo", TIMEOUT);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int REQUESTS = 40;

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("It starts before MongoDB does, is not ready and says why, and works as soon as MongoDB is there")
    void startsBeforeMongo() {
        try (MongoServer mongo = MongoServer.start()) {
            mongo.kill();
            try (ServiceProcess service = launch(mongo)) {
                Rest rest = new Rest(service.port());
                ANSWERS.assertNotReady(rest.ready(), "Connection refused");
                ANSWERS.assertAway(rest.count("s", 0), "MongoDB cannot be reached");
                ANSWERS.assertAway(rest.readCounts("s", "1sec", 0, 0), "MongoDB cannot be reached");
                ANSWERS.assertAway(rest.get("/v1/series"), "MongoDB cannot be reached");
                ANSWERS.assertAway(rest.increment("t", "m"), "MongoDB cannot be reached");
                ANSWERS.assertAway(rest.get("/v1/rankings/t"), "MongoDB cannot be reached");
                assertToldThatItIsAway(service, List.of());

                mongo.restart();

                await().atMost(PATIENCE).until(() -> rest.ready().status() == 200);
                // The first of each kind also makes its collections, each of them within the timeout.
                await().atMost(PATIENCE).until(() -> rest.count("s", 0).status() == 200);
                await().atMost(PATIENCE).until(() -> rest.increment("t", "m").status() == 200);
                assertThat(rest.counts("s", "1sec", 0, 0).get(0)).isPositive();
                assertToldThatItIsBack(service);
                AwayAnswers.assertQuiet(service);
            }
        }
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("While MongoDB hangs every request ends within the timeout, and all goes on when it wakes up")
    void mongoHangs() {
        try (MongoServer mongo = MongoServer.start();
                ServiceProcess service = launch(mongo)) {
            Rest rest = new Rest(service.port());
            await().atMost(PATIENCE).until(() -> rest.count("before", 0).status() == 200);
            long before = rest.counts("before", "1sec", 0, 0).get(0);

            List<String> told = told(service);
            mongo.pause();
            List<CompletableFuture<Rest.Answer>> requests = IntStream.range(0, REQUESTS)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> i % 2 == 0 ? rest.count("meanwhile", 0) : rest.readCounts("before", "1sec", 0, 0)))
                    .toList();
            requests.forEach(request -> ANSWERS.assertAway(request.join(), "MongoDB cannot be reached"));
            ANSWERS.assertNotReady(rest.ready(), "");
            assertToldThatItIsAway(service, told);

            mongo.resume();
            await().atMost(PATIENCE).until(() -> rest.ready().status() == 200);
            await().atMost(PATIENCE).until(() -> rest.count("after", 0).status() == 200);
            assertThat(rest.counts("before", "1sec", 0, 0)).containsExactly(before);
            assertThat(rest.counts("after", "1sec", 0, 0).get(0)).isPositive();
            assertThat(rest.counts("meanwhile", "1sec", 0, 0).get(0))
                    .as("those that were on their way may have been carried out")
                    .isBetween(0L, REQUESTS / 2L);
            assertToldThatItIsBack(service);
            AwayAnswers.assertQuiet(service);
        }
    }

    /** What the log says of MongoDB coming and going. */
    private static List<String> told(ServiceProcess service) {
        return service.output()
                .lines()
                .filter(line -> line.contains("until it is back") || line.contains("answers again"))
                .toList();
    }

    /** Once, however many requests have failed. Before that, a slow machine may have been too slow for the timeout. */
    private static void assertToldThatItIsAway(ServiceProcess service, List<String> before) {
        List<String> told = told(service);
        assertThat(told).hasSize(before.size() + 1);
        assertThat(told.get(before.size())).contains("WARN", "MongoDB cannot be reached");
    }

    private static void assertToldThatItIsBack(ServiceProcess service) {
        List<String> told = told(service);
        assertThat(told.get(told.size() - 1)).contains("INFO", "MongoDB answers again");
    }

    private static ServiceProcess launch(MongoServer mongo) {
        return ServiceProcess.launch(Map.of(
                "TIDEMARK_BACKEND",
                "mongo",
                "QUARKUS_MONGODB_CONNECTION_STRING",
                mongo.uri(),
                "TIDEMARK_MONGO_TIMEOUT",
                TIMEOUT.toMillis() + "ms"));
    }
}
