package dev.tidemark.it.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import dev.tidemark.it.FreePorts;
import dev.tidemark.it.Rest;
import dev.tidemark.it.ServiceProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.bson.Document;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The packaged service on MongoDB, and next to one that it is not to use. */
@Tag("service")
@Execution(ExecutionMode.CONCURRENT)
class MongoServiceIT {

    /** As long as the driver looks for a server, if nobody tells it otherwise. */
    private static final Duration SERVER_SELECTION = Duration.ofSeconds(30);

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName(
            "Events and rankings are stored in MongoDB and read from there, and the service says what is behind it")
    void storesAndTells() {
        try (MongoServer mongo = MongoServer.start();
                ServiceProcess service = ServiceProcess.launch(Map.of(
                        "TIDEMARK_BACKEND",
                        "mongo",
                        "QUARKUS_MONGODB_CONNECTION_STRING",
                        mongo.uri(),
                        "TIDEMARK_MONGO_DATABASE",
                        "ours",
                        "TIDEMARK_MONGO_SAMPLE_LAYOUT",
                        "point"))) {
            Rest rest = new Rest(service.port());
            rest.post("/v1/events", """
                            [{"series":"s","at":0,"count":2}, {"series":"s","at":61,"count":3},
                             {"series":"s","at":0,"member":"max"}, {"series":"s","at":1,"member":"hugo"},
                             {"series":"s","at":0.25,"value":20.5}]
                            """).expect(200);
            rest.increment("t", "m").expect(200);

            assertThat(rest.counts("s", "1min", 0, 120)).containsExactly(2L, 3L, 0L);
            assertThat(rest.get("/v1/series/s/uniques?granularity=1min&from=0&to=0")
                            .expect(200)
                            .json()
                            .getInt("distinct"))
                    .isEqualTo(2);
            assertThat(rest.get("/v1/series/s/samples?from=0&to=1")
                            .expect(200)
                            .json()
                            .getDouble("samples[0].value"))
                    .isEqualTo(20.5);
            assertThat(rest.get("/v1/rankings/t").expect(200).json().getInt("total"))
                    .isEqualTo(1);
            rest.ready().expect(200);
            assertBackend(rest.get("/v1/backend").expect(200), mongo);
            assertThat(service.output()).doesNotContain("\tat ");
        }
    }

    private static void assertBackend(Rest.Answer backend, MongoServer mongo) {
        try (MongoClient client = mongo.client()) {
            String version = client.getDatabase("admin")
                    .runCommand(new Document("buildInfo", 1))
                    .getString("version");
            assertThat(backend.body()).contains("\"mongo\"").contains("\"" + version + "\"");
            assertThat(client.getDatabase("ours").listCollectionNames()).contains("counts", "samples.point", "series");
        }
        Map<String, String> layouts = backend.json().getMap("backends[0].layouts");
        assertThat(layouts)
                .containsEntry("samples", "point")
                .containsKeys("counts", "visits.exact", "visits.approximate", "rankings");
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName(
            "With another backend no connection is made to MongoDB, even if one is configured, and nobody waits for it")
    void notConnected() throws IOException {
        try (ServerSocket silent = new ServerSocket(FreePorts.next(), 50, InetAddress.getLoopbackAddress())) {
            long start = System.nanoTime();
            try (ServiceProcess service = ServiceProcess.launch(Map.of(
                    "TIDEMARK_BACKEND",
                    "ranked",
                    "TIDEMARK_RANKED_PERSISTENCE",
                    "memory",
                    "QUARKUS_MONGODB_CONNECTION_STRING",
                    "mongodb://127.0.0.1:" + silent.getLocalPort()))) {
                Rest rest = new Rest(service.port());
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SERVER_SELECTION);
                rest.ready().expect(200);
                rest.count("s", 0).expect(200);
                assertThat(rest.counts("s", "1sec", 0, 0)).containsExactly(1L);

                assertThat(rest.ready().body()).doesNotContainIgnoringCase("mongo");
                assertThat(service.output()).doesNotContainIgnoringCase("org.mongodb");
            }
            silent.setSoTimeout(1);
            assertThatThrownBy(silent::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("Without a connection string the service looks for MongoDB on localhost, and says so if there is none")
    void localhost() {
        Map<String, String> settings = Map.of("TIDEMARK_BACKEND", "mongo", "TIDEMARK_MONGO_TIMEOUT", "1s");
        try (ServiceProcess service = ServiceProcess.launch(settings)) {
            Rest.Answer ready = new Rest(service.port()).ready();
            assertThat(ready.status()).as(ready.body()).isIn(200, 503);
            if (ready.status() == 503) {
                assertThat(ready.body()).contains("127.0.0.1:27017");
            }
        }
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource(delimiter = '|', textBlock = """
            TIDEMARK_MONGO_SAMPLE_LAYOUT | minit | tidemark.mongo.sample-layout must be minute or point or size or native, but is 'minit'
            TIDEMARK_MONGO_TIMEOUT       | 0ms   | tidemark.mongo.timeout must be 1ms to 1d
            """)
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("A wrong setting ends the start with a message that names it, and no stack trace")
    void namesTheSetting(String variable, String value, String message) throws InterruptedException {
        Map<String, String> settings = new TreeMap<>();
        settings.put("TIDEMARK_BACKEND", "mongo");
        // Nobody has to be there: settings are looked at first.
        settings.put("QUARKUS_MONGODB_CONNECTION_STRING", "mongodb://127.0.0.1:" + FreePorts.next());
        settings.put(variable, value);
        try (ServiceProcess service = ServiceProcess.launch(settings)) {
            assertThat(service.exitStatus()).isNotZero();
            assertThat(service.output())
                    .contains("Tidemark cannot start")
                    .contains(message)
                    .doesNotContain("\tat ");
        }
    }
}
