package dev.tidemark.it;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What connections may cost before a request is known, and when they end. */
@Tag("service")
@DisplayName("Connections")
class ConnectionsIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String PROBE = "GET /q/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private final List<Socket> sockets = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private static ServiceProcess launch(Map<String, String> environment, String... options) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("TIDEMARK_RANKED_PERSISTENCE", "memory");
        return ServiceProcess.launch(all, options);
    }

    private Socket open(ServiceProcess service) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port());
        socket.setSoTimeout(Math.toIntExact(PATIENCE.toMillis()));
        sockets.add(socket);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(UTF_8));
    }

    @Test
    @DisplayName("ends connections above quarkus.http.limits.max-connections")
    void connections() throws IOException {
        int most = 5;
        try (ServiceProcess service = launch(Map.of("QUARKUS_HTTP_LIMITS_MAX_CONNECTIONS", Integer.toString(most)))) {
            for (int i = 0; i <= most; i++) {
                Socket socket = open(service);
                send(socket, PROBE);
                assertThat(isAnswered(socket)).as("connection %d", i + 1).isEqualTo(i < most);
            }
        }
    }

    private static boolean isAnswered(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() == 'H';
        } catch (SocketException e) {
            return false;
        }
    }

    /** They took all memory outside of the heap, and no event loop answered for as long as they were there. */
    @Test
    @DisplayName("above one for 64 KB of the heap are ended, so that unfinished heads leave memory for others")
    void unfinishedHeads() throws IOException {
        try (ServiceProcess service = launch(Map.of(), "-Xmx64m")) {
            Socket early = open(service);
            send(early, PROBE);
            assertThat(isAnswered(early)).isTrue();
            String head = "GET /v1/series HTTP/1.1\r\nHost: localhost\r\nX-Long: " + "x".repeat(19_000);
            for (int i = 0; i < 2_600; i++) {
                try {
                    send(open(service), head);
                } catch (SocketException ended) {
                    // It is counted with the others.
                }
            }
            assertThat(ended()).isBetween(2_600 - 1_024L, 2_600 - 512L);
            send(early, PROBE);
            readTo(early, "\"status\": \"UP\"");
            close();
            Rest rest = new Rest(service.port());
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> rest.count("s", 0).status() == 200);
            assertThat(rest.get("/q/metrics").expect(200).body())
                    .containsPattern("tidemark_requests_shed_total\\{reason=\"connections\"} [1-9]");
            assertThat(service.output()).doesNotContain("ERROR", "Exception", "OutOfMemory");
        }
    }

    @Test
    @DisplayName("ends a connection on which half a head came and then nothing for quarkus.http.idle-timeout")
    void halfAHead() throws IOException {
        try (ServiceProcess service = launch(Map.of("QUARKUS_HTTP_IDLE_TIMEOUT", "1s"));
                Socket socket = open(service)) {
            send(socket, "GET /v1/series HTTP/1.1\r\nHost: loc");
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            assertThat(service.output()).doesNotContain("ERROR", "Exception");
        }
    }

    /** A response without a length has no other end. */
    @Test
    @DisplayName("of HTTP/1.0 are kept where the length of the response is known, and end with it where it is not")
    void http10() throws IOException {
        try (ServiceProcess service = launch(Map.of())) {
            String request = "GET /v1/series/s/counts?granularity=1sec&from=0&to=%d HTTP/1.0\r\n"
                    + "Host: localhost\r\nConnection: keep-alive\r\n\r\n";
            Socket socket = open(service);
            send(socket, request.formatted(1));
            readTo(socket, "]}");
            send(socket, request.formatted(10_999));
            String response = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
            assertThat(response)
                    .containsIgnoringCase("connection: close")
                    .endsWith("{\"timestamp\":10999,\"value\":0}]}");
        }
    }

    private long ended() throws IOException {
        long ended = 0;
        for (Socket socket : sockets) {
            socket.setSoTimeout(1);
            try {
                ended += isAnswered(socket) ? 0 : 1;
            } catch (SocketTimeoutException waits) {
                socket.setSoTimeout(Math.toIntExact(PATIENCE.toMillis()));
            }
        }
        return ended;
    }

    private static void readTo(Socket socket, String end) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder read = new StringBuilder();
        while (read.indexOf(end) < 0) {
            int next = in.read();
            assertThat(next).as("%s", read).isNotNegative();
            read.append((char) next);
        }
    }
}
