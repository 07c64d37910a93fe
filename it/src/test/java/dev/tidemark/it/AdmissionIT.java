package dev.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Clients that ask for more than the service can give at once. 33 connections that stalled with 15 MB of body each took the
 * whole heap, and 28 KB of commands that ask for a whole table did so too.
 */
@Tag("service")
@DisplayName("A service with little memory")
class AdmissionIT {

    private static final String SMALL_HEAP = "-Xmx128m";
    private static final long SMALL_HEAP_BYTES = 128L * 1024 * 1024;
    private static final int LARGEST = 8 * 1024 * 1024;
    private static final int MEGABYTE = 1024 * 1024;
    private static final int CLIENTS = 40;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<StalledRequest> stalled = new ArrayList<>();

    @AfterEach
    void hangUp() throws IOException {
        for (StalledRequest request : stalled) {
            request.close();
        }
    }

    private static ServiceProcess launch(Map<String, String> limits) {
        Map<String, String> environment = new HashMap<>(limits);
        environment.put("TIDEMARK_RANKED_PERSISTENCE", "memory");
        return ServiceProcess.launch(environment, SMALL_HEAP);
    }

    @Test
    @DisplayName("sheds large bodies that stall, goes on answering, and takes new ones when they are gone")
    void announcedBodies() throws IOException {
        try (ServiceProcess service = launch(Map.of())) {
            int port = service.port();
            Rest rest = new Rest(port);
            rest.count("s", 0).expect(200);
            for (int i = 0; i < CLIENTS; i++) {
                stalled.add(StalledRequest.announce(port, LARGEST, MEGABYTE));
            }
            // A quarter of 128 MiB is four of them at most.
            await().atMost(PATIENCE).until(() -> answered() >= CLIENTS - 4);
            assertThat(answered()).isLessThan(CLIENTS);
            staysSound(service, rest);
            requireShed(stalled.get(CLIENTS - 1));
            assertThat(shed(rest, "body-memory")).isGreaterThanOrEqualTo(CLIENTS - 4);

            hangUp();

            await().atMost(PATIENCE).until(() -> rest.count("s", 0).status() == 200);
            awaitMetric(rest, "tidemark_requests_body_bytes", 0);
            assertThat(service.output()).doesNotContain("ERROR", "Exception", "OutOfMemory");
        }
    }

    @Test
    @DisplayName("sheds bodies of unknown length that stall, by what has come of them")
    void chunkedBodies() throws IOException {
        try (ServiceProcess service = launch(Map.of())) {
            int port = service.port();
            Rest rest = new Rest(port);
            for (int i = 0; i < CLIENTS; i++) {
                stalled.add(StalledRequest.chunked(port, 7 * MEGABYTE));
            }
            await().atMost(PATIENCE).until(() -> answered() >= CLIENTS - 4);
            staysSound(service, rest);

            hangUp();

            await().atMost(PATIENCE).until(() -> rest.count("s", 0).status() == 200);
            awaitMetric(rest, "tidemark_requests_body_bytes", 0);
            assertThat(service.output()).doesNotContain("ERROR", "Exception", "OutOfMemory");
        }
    }

    /** Above 16 MB, the bound of the HTTP server itself, the log had a stack trace for each. */
    @Test
    @DisplayName("refuses a body that turns out to be too large, without a word in the log")
    void largeChunks() throws IOException {
        try (ServiceProcess service = launch(Map.of())) {
            stalled.add(StalledRequest.chunked(service.port(), 20 * MEGABYTE));
            List<String> answer = stalled.get(0).answerAndEnd();
            assertThat(answer).first().asString().startsWith("HTTP/1.1 413");
            assertThat(answer).last().asString().contains("tidemark.limits.body");
            assertThat(service.output()).doesNotContain("ERROR", "Exception");
        }
    }

    @Test
    @DisplayName("gives up a body that does not come within tidemark.limits.body-time, and closes the connection")
    void slowBody() throws IOException {
        try (ServiceProcess service = launch(Map.of("TIDEMARK_LIMITS_BODY_TIME", "300ms"))) {
            int port = service.port();
            Rest rest = new Rest(port);
            stalled.add(StalledRequest.announce(port, LARGEST, MEGABYTE));
            stalled.add(StalledRequest.chunked(port, MEGABYTE));
            for (StalledRequest request : stalled) {
                List<String> answer = request.answerAndEnd();
                assertThat(answer).first().asString().startsWith("HTTP/1.1 408");
                assertThat(answer).last().asString().contains("tidemark.limits.body-time", "nothing was stored");
            }
            assertThat(shed(rest, "body-time")).isEqualTo(2);
            awaitMetric(rest, "tidemark_requests_body_bytes", 0);
            awaitMetric(rest, "tidemark_requests_in_flight", 0);
            rest.count("s", 0).expect(200);
            assertThat(service.output()).doesNotContain("ERROR", "Exception");
        }
    }

    @Test
    @DisplayName("sheds requests above tidemark.limits.in-flight, but no probes, until there is room again")
    void inFlight() throws Exception {
        int most = 3;
        try (ServiceProcess service = launch(Map.of("TIDEMARK_LIMITS_IN_FLIGHT", Integer.toString(most)))) {
            int port = service.port();
            Rest rest = new Rest(port);
            List<UnfinishedWrite> writes = new ArrayList<>();
            for (int i = 0; i < most; i++) {
                writes.add(UnfinishedWrite.begin(port, "s"));
            }
            awaitMetric(rest, "tidemark_requests_in_flight", most);
            for (Rest.Answer answer : List.of(rest.get("/v1/series"), rest.count("s", 0), rest.get("/nothing"))) {
                answer.expect(503);
                assertThat(answer.header("Retry-After")).isEqualTo("1");
                assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
                assertThat(answer.json().getString("detail"))
                        .contains("tidemark.limits.in-flight", "nothing was stored");
            }
            rest.ready().expect(200);
            rest.get("/q/health/live").expect(200);
            assertThat(shed(rest, "in-flight")).isEqualTo(3);

            assertThat(writes.get(0).finish()).isEqualTo("HTTP/1.1 200 OK");
            awaitMetric(rest, "tidemark_requests_in_flight", most - 1);
            rest.get("/v1/series").expect(200);
            writes.get(1).close();
            writes.get(2).close();
            awaitMetric(rest, "tidemark_requests_in_flight", 0);
            assertThat(rest.counts("s", "1sec", 0, 0)).containsExactly(1L);
            writes.get(0).close();
        }
    }

    @Test
    @DisplayName("answers commands that ask for all of a table a thousand times")
    void commands() {
        try (ServiceProcess service = launch(Map.of())) {
            Rest rest = new Rest(service.port());
            StringBuilder fill = new StringBuilder("zadd t");
            for (int i = 0; i < 1_000; i++) {
                fill.append(' ')
                        .append(i)
                        .append(' ')
                        .append(Integer.toString(i).repeat(80));
            }
            rest.commands(fill.toString()).expect(200);
            String answer = rest.commands("zrevrange t 0 -1 withscores\n".repeat(1_000))
                    .expect(200)
                    .body();
            assertThat(answer.lines().filter(line -> line.startsWith("error: ")))
                    .hasSize(990);
            assertThat(answer.lines().filter(line -> !line.startsWith("error: ")))
                    .hasSize(10_000);
            staysSound(service, rest);
        }
    }

    /** One connection took the whole heap: a request had ended, and counted no more, when nobody had read its response. */
    @Test
    @DisplayName("holds no responses for a client that sends requests and does not read, and answers it when it does")
    void unreadResponses() throws Exception {
        int requests = 1_000;
        try (ServiceProcess service = launch(Map.of())) {
            Rest rest = new Rest(service.port());
            fillTable(rest);
            try (PipeliningClient client = PipeliningClient.connect(service.port())) {
                CompletableFuture<Void> sent = client.send("/v1/rankings/t?count=1000", requests);
                client.awaitUnread();
                staysSound(service, rest);

                assertThat(client.readResponses()).isEqualTo(requests);
                sent.join();
            }
            assertThat(service.output()).doesNotContain("ERROR", "Exception", "OutOfMemory");
        }
    }

    @Test
    @DisplayName("ends the connection of a client that does not read within tidemark.limits.body-time")
    void neverRead() throws Exception {
        try (ServiceProcess service = launch(Map.of("TIDEMARK_LIMITS_BODY_TIME", "300ms"))) {
            Rest rest = new Rest(service.port());
            fillTable(rest);
            try (PipeliningClient client = PipeliningClient.connect(service.port())) {
                CompletableFuture<Void> sent = client.send("/v1/rankings/t?count=1000", 1_000_000);
                assertThat(sent).failsWithin(PATIENCE);
            }
            staysSound(service, rest);
            try (PipeliningClient client = PipeliningClient.connect(service.port())) {
                client.sendAndAHalf(3, "/", "text/plain", "zrange t 0 -1\n".repeat(10));
                client.awaitUnread();
                // With a response unread that the system's buffers do not hold, and nothing more to send.
                awaitMetric(rest, "http_server_active_connections", 1);
            }
            awaitMetric(rest, "tidemark_requests_in_flight", 0);
            assertThat(service.output()).doesNotContain("ERROR", "Exception");
        }
    }

    /**
     * What each of them had sent stayed in memory for tidemark.limits.body-time: 50 of them ended the process. Each reset left
     * a stack trace.
     */
    @Test
    @DisplayName("forgets the requests of a client that has left, without a word in the log")
    void abandonedRequests() throws Exception {
        try (ServiceProcess service = launch(Map.of())) {
            Rest rest = new Rest(service.port());
            fillTable(rest);
            for (int i = 0; i < 100; i++) {
                try (PipeliningClient client = PipeliningClient.connect(service.port())) {
                    client.send("/v1/rankings/t?count=1000", 10_000).exceptionally(reset -> null);
                    client.awaitUnread();
                    client.reset();
                }
            }
            awaitMetric(rest, "tidemark_requests_in_flight", 0);
            staysSound(service, rest);
            assertThat(service.output()).doesNotContain("WARN", "ERROR", "Exception");
        }
    }

    /**
     * The server tells the end of a connection to the request whose body still arrives. Behind another one that request has
     * no response yet; this ended in an exception, and the connection stayed counted.
     */
    @Test
    @DisplayName("forgets a client that leaves within a body, behind a request that waits for it to read")
    void abandonedBodies() throws Exception {
        leaveWithinBodies(client -> {
            client.sendAndAHalf(3, "/", "text/plain", "zrange t 0 -1\n".repeat(9));
            client.awaitUnread();
        });
    }

    @Test
    @DisplayName("forgets a client that leaves within a body, behind a request that still runs")
    void abandonedBodiesBehindWrites() throws Exception {
        leaveWithinBodies(
                client -> client.sendAndAHalf(1, "/v1/events", "application/json", "[{\"series\":\"s\",\"count\":1}]"));
    }

    private interface Sending {
        void send(PipeliningClient client) throws IOException;
    }

    private static void leaveWithinBodies(Sending sending) throws Exception {
        int most = 20;
        // On disk, so that a write waits for an fsync.
        Map<String, String> environment = Map.of(
                "QUARKUS_HTTP_LIMITS_MAX_CONNECTIONS", Integer.toString(most), "TIDEMARK_LIMITS_BODY_TIME", "1d");
        try (ServiceProcess service = ServiceProcess.launch(environment, SMALL_HEAP)) {
            Rest rest = new Rest(service.port());
            fillTable(rest);
            for (int i = 0; i < 2 * most; i++) {
                try (PipeliningClient client = PipeliningClient.connect(service.port())) {
                    sending.send(client);
                }
                awaitMetric(rest, "http_server_active_connections", 1);
            }
            awaitMetric(rest, "tidemark_requests_in_flight", 0);
            awaitMetric(rest, "tidemark_requests_body_bytes", 0);
            // The one that asks.
            awaitMetric(rest, "http_server_active_requests{url_scheme=\"http\"}", 1);
            service.terminate();
            service.exitStatus();
            assertThat(service.output()).doesNotContain("WARN", "ERROR", "Exception");
        }
    }

    @Test
    @DisplayName("makes no label of a path whose client leaves before its turn")
    void abandonedPaths() throws Exception {
        try (ServiceProcess service = launch(Map.of())) {
            Rest rest = new Rest(service.port());
            for (int i = 0; i < 10; i++) {
                try (PipeliningClient client = PipeliningClient.connect(service.port())) {
                    client.send("/v1/series/leaked-" + i + "/counts?granularity=1sec&from=0&to=10999", 100)
                            .exceptionally(reset -> null);
                    client.awaitUnread();
                    client.reset();
                }
            }
            awaitMetric(rest, "http_server_active_requests{url_scheme=\"http\"}", 1);
            assertThat(rest.get("/q/metrics").expect(200).body()).doesNotContain("leaked");
        }
    }

    /** A request that has been answered counts for nothing, and 60 of these responses took all memory. */
    @Test
    @DisplayName(
            "ends the connections of those that read nothing when unread responses are above tidemark.limits.body-memory")
    void unreadByMany() throws Exception {
        List<PipeliningClient> clients = new ArrayList<>();
        try (ServiceProcess service = launch(Map.of())) {
            Rest rest = new Rest(service.port());
            fillTable(rest);
            for (int i = 0; i < 100; i++) {
                PipeliningClient client = PipeliningClient.connect(service.port());
                clients.add(client);
                client.sendAndAHalf(2, "/", "text/plain", "zrange t 0 -1\n".repeat(10));
                client.awaitUnread();
            }
            staysSound(service, rest);
            assertThat(metric(rest, "tidemark_responses_unread_bytes")).isBetween(1.0, SMALL_HEAP_BYTES / 4.0);
            assertThat(metric(rest, "tidemark_responses_cut_off_total")).isBetween(1.0, 100.0);
            assertThat(clients.get(0).isEnded()).isTrue();
        } finally {
            for (PipeliningClient client : clients) {
                client.close();
            }
        }
    }

    /** A page of it is 200 KB. */
    static void fillTable(Rest rest) {
        StringBuilder fill = new StringBuilder("zadd t");
        for (int i = 0; i < 1_000; i++) {
            fill.append(' ').append(i).append(" member-%0200d".formatted(i));
        }
        rest.commands(fill.toString()).expect(200);
    }

    private long answered() throws IOException {
        long answered = 0;
        for (StalledRequest request : stalled) {
            answered += request.isAnswered() ? 1 : 0;
        }
        return answered;
    }

    private static void requireShed(StalledRequest request) throws IOException {
        List<String> answer = request.answerAndEnd();
        assertThat(answer).first().asString().startsWith("HTTP/1.1 503");
        assertThat(answer).anyMatch(line -> line.equalsIgnoreCase("Retry-After: 1"));
        assertThat(answer).last().asString().contains("tidemark.limits.body-memory", "\"applied\":\"no\"");
    }

    private static void staysSound(ServiceProcess service, Rest rest) {
        for (int i = 0; i < 20; i++) {
            rest.get("/v1/series").expect(200);
            rest.ready().expect(200);
        }
        assertThat(service.output()).doesNotContain("OutOfMemory");
    }

    private static double shed(Rest rest, String reason) {
        return metric(rest, "tidemark_requests_shed_total{reason=\"" + reason + "\"}");
    }

    /** A client may have read a response a moment before the service counts the request as ended. */
    static void awaitMetric(Rest rest, String name, int value) {
        await().atMost(PATIENCE).until(() -> metric(rest, name) == value);
    }

    static double metric(Rest rest, String name) {
        return rest.get("/q/metrics")
                .expect(200)
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
                .sum();
    }
}
