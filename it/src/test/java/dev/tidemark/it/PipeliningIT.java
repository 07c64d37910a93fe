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
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients that send many requests on one connection without waiting for a response. The HTTP server started each request within
 * the end of the one before, until the stack was full and its threads were lost, and walked all that waited for each new one.
 */
@Tag("service")
@DisplayName("A service whose clients pipeline")
class PipeliningIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String EVENT = "[{\"series\":\"s\",\"at\":0,\"count\":1}]";

    private final List<PipeliningClient> clients = new ArrayList<>();

    @AfterEach
    void hangUp() throws IOException {
        for (PipeliningClient client : clients) {
            client.close();
        }
    }

    private PipeliningClient connect(ServiceProcess service) throws IOException {
        PipeliningClient client = PipeliningClient.connect(service.port());
        clients.add(client);
        return client;
    }

    private static ServiceProcess launchInMemory(Map<String, String> limits) {
        Map<String, String> environment = new HashMap<>(limits);
        environment.put("TIDEMARK_RANKED_PERSISTENCE", "memory");
        return ServiceProcess.launch(environment, "-Xmx128m");
    }

    private static String get(String path, String... headers) {
        String lines = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + lines + "\r\n";
    }

    private static String post(String body) {
        return "POST /v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                + body.length() + "\r\n\r\n" + body;
    }

    private static String postInChunks(String body, int chunk) {
        StringBuilder chunks = new StringBuilder();
        for (int from = 0; from < body.length(); from += chunk) {
            String part = body.substring(from, Math.min(body.length(), from + chunk));
            chunks.append(Integer.toHexString(part.length()))
                    .append("\r\n")
                    .append(part)
                    .append("\r\n");
        }
        return "POST /v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n" + chunks + "0\r\n\r\n";
    }

    private static String counts(int second) {
        return get("/v1/series/s/counts?granularity=1sec&from=" + second + "&to=" + second);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 2_000})
    @DisplayName("answers all requests behind a write, in their order")
    void behindAWrite(int requests) throws Exception {
        // On disk, so that the write waits for an fsync, and the others wait for it.
        try (ServiceProcess service = ServiceProcess.launch(Map.of(), "-Xmx128m")) {
            Rest rest = new Rest(service.port());
            String reads = String.join(
                    "",
                    IntStream.range(0, requests).mapToObj(PipeliningIT::counts).toList());
            int writes = 30;
            for (int i = 0; i < writes; i++) {
                PipeliningClient client = connect(service);
                CompletableFuture<Void> sent =
                        client.send(post(EVENT) + reads + get("/v1/series", "Connection: close"));
                String responses = client.readToEnd();
                sent.join();
                assertThat(PipeliningClient.statuses(responses))
                        .hasSize(requests + 2)
                        .containsOnly(200);
                assertThat(PipeliningClient.timestamps(responses))
                        .containsExactlyElementsOf(
                                LongStream.range(0, requests).boxed().toList());
            }
            isSound(service, rest);
            assertThat(rest.counts("s", "1sec", 0, 0)).containsExactly((long) writes);
        }
    }

    @Test
    @DisplayName("answers requests with bodies of every kind between others, to a client that reads slowly")
    void bodies() throws Exception {
        try (ServiceProcess service = launchInMemory(Map.of())) {
            Rest rest = new Rest(service.port());
            String large = EVENT + " ".repeat(200_000);
            int rounds = 30;
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < rounds; i++) {
                all.append(post(EVENT))
                        .append(get("/v1/series"))
                        .append(postInChunks(EVENT, 5))
                        .append(get("/v1/series", "Content-Length: 3"))
                        .append("abc")
                        .append(post(large))
                        .append(postInChunks(large, 3_000))
                        .append(post(EVENT).replace("\r\n\r\n", "\r\nExpect: 100-continue\r\n\r\n"))
                        .append(get("/"))
                        .append(get("/%zz"));
            }
            PipeliningClient client = connect(service);
            CompletableFuture<Void> sent = client.send(all + get("/v1/series", "Connection: close"));
            List<Integer> statuses = PipeliningClient.statuses(client.readToEnd());
            sent.join();
            assertThat(statuses.stream().filter(status -> status == 200)).hasSize(7 * rounds + 1);
            assertThat(statuses.stream().filter(status -> status == 415)).hasSize(rounds);
            assertThat(statuses.stream().filter(status -> status == 400)).hasSize(rounds);
            assertThat(rest.counts("s", "1sec", 0, 0)).containsExactly(5L * rounds);
            isSound(service, rest);
        }
    }

    @Test
    @DisplayName("answers a client that has nothing more to send, and says so")
    void halfClosed() throws Exception {
        try (ServiceProcess service = ServiceProcess.launch(Map.of())) {
            PipeliningClient client = connect(service);
            client.send(post(EVENT) + counts(0).repeat(3)).join();
            client.endOutput();
            assertThat(PipeliningClient.statuses(client.readToEnd())).containsExactly(200, 200, 200, 200);
        }
    }

    /** 175,000 such requests kept one thread of the server busy for 40 seconds, and all others who had that thread waiting. */
    @Test
    @DisplayName("answers others at once while one sends requests, reads nothing, and is cut off")
    void neverReads() throws Exception {
        try (ServiceProcess service = launchInMemory(Map.of("TIDEMARK_LIMITS_BODY_TIME", "15s"))) {
            Rest rest = new Rest(service.port());
            AdmissionIT.fillTable(rest);
            PipeliningClient client = connect(service);
            CompletableFuture<Void> sent =
                    client.send(get("/v1/rankings/t?count=1000").repeat(20)
                            + get("/v1/series").repeat(300_000));
            await().atMost(PATIENCE).until(() -> {
                rest.get("/q/health/live").expect(200);
                return sent.isDone();
            });
            assertThat(sent).isCompletedExceptionally();
            isSound(service, rest);
        }
    }

    /** The server neither used nor released it: one connection took all memory outside of the heap. */
    @Test
    @DisplayName("drops what follows the last request of a connection, and ends the connection though nobody reads")
    void behindTheLast() throws Exception {
        try (ServiceProcess service = launchInMemory(Map.of("TIDEMARK_LIMITS_BODY_TIME", "5s"))) {
            Rest rest = new Rest(service.port());
            AdmissionIT.fillTable(rest);
            PipeliningClient client = connect(service);
            // A little has to wait, but not as much as makes the next request wait.
            do {
                client.send(get("/v1/rankings/t?count=50")).join();
            } while (AdmissionIT.metric(rest, "tidemark_responses_unread_bytes") == 0);
            client.send(get("/v1/backend", "Connection: close")
                            + post(EVENT).replaceFirst("(?<=Content-Length: )\\d+", "8000000000"))
                    .join();
            CompletableFuture<Void> sent = CompletableFuture.completedFuture(null);
            for (int i = 0; i < 200 && !sent.isCompletedExceptionally(); i++) {
                sent = client.send(" ".repeat(1024 * 1024));
                await().atMost(PATIENCE).until(sent::isDone);
            }
            assertThat(client.isEnded()).isTrue();
            rest.post("/v1/events", EVENT + " ".repeat(2_000_000)).expect(200);
            isSound(service, rest);
        }
    }

    /** Waiting requests count for nothing, and 120 such connections took the whole heap. */
    @Test
    @DisplayName("keeps few of the requests that many clients send that do not read")
    void manyNeverRead() throws Exception {
        try (ServiceProcess service = launchInMemory(Map.of())) {
            Rest rest = new Rest(service.port());
            AdmissionIT.fillTable(rest);
            String requests = get("/v1/rankings/t?count=1000").repeat(20)
                    + get("/v1/series").repeat(10_000);
            for (int i = 0; i < 150; i++) {
                CompletableFuture<Void> unused = connect(service).send(requests);
                rest.get("/v1/series").expect(200);
            }
            for (PipeliningClient client : clients) {
                client.awaitUnread();
            }
            rest.get("/q/health/live").expect(200);
            hangUp();
            isSound(service, rest);
        }
    }

    /** They were answered before any of our code saw them, and all their responses waited in memory. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /v1/series HTTP/1.1\r\n\r\n",
                "GET ? HTTP/1.1\r\n\r\n"
            })
    @DisplayName("keeps few responses to requests that the server itself rejects")
    void rejectedByTheServer(String request) throws Exception {
        try (ServiceProcess service = launchInMemory(Map.of())) {
            Rest rest = new Rest(service.port());
            for (int i = 0; i < 20; i++) {
                CompletableFuture<Void> unused = connect(service).send(request.repeat(100_000));
            }
            for (PipeliningClient client : clients) {
                client.awaitUnread();
            }
            for (int i = 0; i < 100; i++) {
                rest.get("/v1/series").expect(200);
            }
            rest.get("/q/health/live").expect(200);
            hangUp();
            isSound(service, rest);
        }
    }

    private static void isSound(ServiceProcess service, Rest rest) {
        AdmissionIT.awaitMetric(rest, "tidemark_requests_in_flight", 0);
        AdmissionIT.awaitMetric(rest, "http_server_active_requests{url_scheme=\"http\"}", 1);
        // By connections of their own, so that each thread of the server gets some.
        for (int i = 0; i < 10; i++) {
            new Rest(service.port()).get("/q/health/live").expect(200);
        }
        assertThat(service.output()).doesNotContain("WARN", "ERROR", "Exception", "OutOfMemory", "StackOverflow");
    }
}
