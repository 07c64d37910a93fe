package dev.tidemark.it.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.it.Rest;
import dev.tidemark.it.ServiceProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What requests hold while they wait for Redis. A hundred commands of 140 bytes took 256 MB: their answers were made at the same
 * time, and nothing bounded all of them. And a client that left gave back what its request still held.
 */
@Tag("service")
@DisplayName("A service with little memory on Redis")
class RedisLoadIT {

    private static final String SMALL_HEAP = "-Xmx128m";
    private static final int CLIENTS = 100;
    private static final int MOST_LINES = 10_000;
    private static final String IN_FLIGHT = "tidemark_requests_in_flight";
    private static final String BODY_BYTES = "tidemark_requests_body_bytes";
    private static final String WORK_BYTES = "tidemark_requests_work_bytes";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private RedisServer redis;
    private ServiceProcess service;
    private Rest rest;

    @BeforeEach
    void start() {
        redis = RedisServer.start();
        Map<String, String> settings = new HashMap<>();
        settings.put("TIDEMARK_BACKEND", "redis");
        settings.put("QUARKUS_REDIS_HOSTS", redis.uri());
        settings.put("TIDEMARK_REDIS_TIMEOUT", "60s");
        service = ServiceProcess.launch(settings, SMALL_HEAP);
        rest = new Rest(service.port());
    }

    @AfterEach
    void stop() {
        service.close();
        redis.close();
    }

    @Test
    @DisplayName("sheds commands that ask for much at once, and answers the others in full and small requests always")
    void largeAnswers() throws Exception {
        fillTable();
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS + 1);
        try {
            Future<Integer> small = clients.submit(() -> {
                int answered = 0;
                while (!over.get()) {
                    rest.get("/v1/rankings/t?count=10").expect(200);
                    rest.commands("zincrby u 1 m").expect(200);
                    answered++;
                }
                return answered;
            });
            ConcurrentLinkedQueue<Rest.Answer> answers = new ConcurrentLinkedQueue<>();
            all(clients, () -> {
                for (int i = 0; i < 3; i++) {
                    answers.add(rest.commands("zrange t 0 -1\n".repeat(10)));
                }
            });
            over.set(true);
            assertThat(small.get()).isPositive();
            assertThat(answers).hasSize(3 * CLIENTS).anyMatch(answer -> answer.status() == 200);
            for (Rest.Answer answer : answers) {
                if (answer.status() == 200) {
                    assertThat(answer.body().lines()).hasSize(10_000).noneMatch(line -> line.startsWith("error"));
                } else {
                    answer.expect(503);
                    assertThat(answer.header("Retry-After")).isEqualTo("1");
                    assertThat(answer.json().getString("applied")).isEqualTo("no");
                    assertThat(answer.json().getString("detail")).contains("tidemark.limits.body-memory");
                }
            }
        } finally {
            over.set(true);
            clients.shutdownNow();
        }
        awaitMetric(IN_FLIGHT, 0);
        awaitMetric(WORK_BYTES, 0);
        staysSound();
    }

    @Test
    @DisplayName("answers or sheds as many reads of a whole page as there may be requests at once")
    void pages() throws Exception {
        fillTable();
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        ConcurrentLinkedQueue<Integer> statuses = new ConcurrentLinkedQueue<>();
        try {
            all(clients, () -> {
                for (int i = 0; i < 20; i++) {
                    statuses.add(rest.get("/v1/rankings/t?count=1000").status());
                }
            });
        } finally {
            clients.shutdownNow();
        }
        assertThat(statuses).hasSize(20 * CLIENTS).contains(200);
        assertThat(statuses).allMatch(status -> status == 200 || status == 503);
        awaitMetric(WORK_BYTES, 0);
        staysSound();
    }

    @Test
    @DisplayName(
            "stores or sheds as many events as bodies may hold at once, which take thirty times that on their way to Redis")
    void events() throws Exception {
        StringBuilder batch = new StringBuilder("[");
        for (int i = 0; i < MOST_LINES; i++) {
            batch.append(i == 0 ? "" : ",").append("{\"series\":\"v\",\"member\":\"m" + i + "\",\"at\":" + i + "}");
        }
        String body = batch.append(']').toString();
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        ConcurrentLinkedQueue<Integer> statuses = new ConcurrentLinkedQueue<>();
        try {
            all(clients, () -> statuses.add(rest.post("/v1/events", body).status()));
        } finally {
            clients.shutdownNow();
        }
        assertThat(statuses).hasSize(CLIENTS).contains(200);
        assertThat(statuses).allMatch(status -> status == 200 || status == 503);
        awaitMetric(WORK_BYTES, 0);
        staysSound();
    }

    @Test
    @DisplayName("counts a request whose client has left until its work is over, and runs no further lines of it")
    void abandonedCommands() throws Exception {
        redis.pause();
        int length;
        try (Socket client = connect()) {
            length = post(client, "zincrby x 1 m\n".repeat(MOST_LINES));
            // Or the service would find the client gone within the body.
            await().atMost(PATIENCE).until(() -> metric(WORK_BYTES) > 0);
            reset(client);
        }
        awaitMetric("http_server_active_connections", 1);
        assertThat(metric(IN_FLIGHT)).isEqualTo(1);
        assertThat(metric(BODY_BYTES)).isEqualTo(length);

        redis.resume();

        awaitMetric(IN_FLIGHT, 0);
        awaitMetric(BODY_BYTES, 0);
        awaitMetric(WORK_BYTES, 0);
        assertThat(rest.commands("zget x m").expect(200).body().strip()).isEqualTo("1");
        assertThat(service.output()).doesNotContain("WARN", "ERROR", "Exception");
    }

    @Test
    @DisplayName("sheds the bodies of clients that come and leave, while it works on those of clients that have left")
    void abandonedBodies() throws Exception {
        StringBuilder members = new StringBuilder("zadd tt");
        for (int i = 0; i < 3; i++) {
            members.append(' ').append(i).append(' ').append("x".repeat(240)).append(i);
        }
        String body = members.append('\n').toString().repeat(MOST_LINES);
        redis.pause();
        for (int i = 0; i < 40; i++) {
            try (Socket client = connect()) {
                double before = metric(WORK_BYTES);
                post(client, body);
                // It runs, or has been shed.
                await().atMost(PATIENCE)
                        .until(() -> metric(WORK_BYTES) > before
                                || client.getInputStream().available() > 0);
                reset(client);
            }
        }
        assertThat(metric(IN_FLIGHT)).isPositive();
        redis.resume();
        awaitMetric(IN_FLIGHT, 0);
        awaitMetric(BODY_BYTES, 0);
        staysSound();
    }

    private interface Client {
        void run() throws Exception;
    }

    private static void all(ExecutorService threads, Client client) throws Exception {
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            running.add(threads.submit(() -> {
                client.run();
                return null;
            }));
        }
        for (Future<?> each : running) {
            each.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port());
        socket.setSoTimeout(Math.toIntExact(PATIENCE.toMillis()));
        return socket;
    }

    private static int post(Socket client, String commands) throws IOException {
        OutputStream out = client.getOutputStream();
        out.write(("POST /v1/commands HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: "
                        + commands.length() + "\r\n\r\n" + commands)
                .getBytes(US_ASCII));
        return commands.length();
    }

    private static void reset(Socket client) throws IOException {
        client.setSoLinger(true, 0);
    }

    /** All of it is 208 KB. */
    private void fillTable() {
        StringBuilder fill = new StringBuilder("zadd t");
        for (int i = 0; i < 1_000; i++) {
            fill.append(' ').append(i).append(" member-%0200d".formatted(i));
        }
        rest.commands(fill.toString()).expect(200);
    }

    private void staysSound() {
        for (int i = 0; i < 20; i++) {
            rest.get("/v1/series").expect(200);
            rest.ready().expect(200);
        }
        assertThat(service.output()).doesNotContain("ERROR", "OutOfMemory");
    }

    private void awaitMetric(String name, int value) {
        await().atMost(PATIENCE).until(() -> metric(name) == value);
    }

    private double metric(String name) {
        return rest.get("/q/metrics")
                .expect(200)
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
