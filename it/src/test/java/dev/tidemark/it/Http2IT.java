package dev.tidemark.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("service")
@DisplayName("HTTP/2")
class Http2IT {

    private static final int LIMIT = 100_000;
    private static final String EVENT = "{\"series\":\"s\",\"at\":1,\"count\":1}";

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();

    private static ServiceProcess launch(Map<String, String> settings) {
        return ServiceProcess.launch(settings, "-Dtidemark.ranked.persistence=memory");
    }

    private HttpResponse<String> send(int port, String type, HttpRequest.BodyPublisher body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/events"))
                .timeout(Duration.ofSeconds(20))
                .POST(body);
        if (!type.isEmpty()) {
            request.header("Content-Type", type);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> sendEvent(int port, int length) throws Exception {
        String body = "[" + EVENT + " ".repeat(length - EVENT.length() - 2) + "]";
        return send(port, "application/json", HttpRequest.BodyPublishers.ofString(body));
    }

    @Test
    @DisplayName("is off unless quarkus.http.http2 is true")
    void off() throws Exception {
        try (ServiceProcess service = launch(Map.of())) {
            int port = service.port();
            for (int i = 0; i < 2; i++) {
                HttpResponse<String> response = sendEvent(port, 100);
                assertThat(response.statusCode()).isEqualTo(200);
                assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
            }
        }
    }

    @Test
    @DisplayName("has the same limit on bodies, says so, and leaves the connection to other requests")
    void bodies() throws Exception {
        try (ServiceProcess service =
                launch(Map.of("QUARKUS_HTTP_HTTP2", "true", "TIDEMARK_LIMITS_BODY", Integer.toString(LIMIT)))) {
            int port = service.port();
            assertThat(sendEvent(port, LIMIT).statusCode()).isEqualTo(200);
            HttpResponse<String> refused = sendEvent(port, LIMIT + 1);
            assertThat(refused.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(refused.statusCode()).isEqualTo(413);
            assertThat(refused.body()).contains("tidemark.limits.body");
            assertThat(refused.headers().firstValue("connection"))
                    .as("a header that HTTP/2 does not allow")
                    .isEmpty();
            assertThat(sendEvent(port, LIMIT).statusCode()).isEqualTo(200);
        }
    }

    /** Only the body itself shows that there is one, and it was taken for JSON. */
    @Test
    @DisplayName("takes no body of unknown length without a content type")
    void contentType() throws Exception {
        try (ServiceProcess service = launch(Map.of("QUARKUS_HTTP_HTTP2", "true"))) {
            int port = service.port();
            assertThat(sendEvent(port, 100).statusCode()).isEqualTo(200);
            byte[] body = ("[" + EVENT + "]").getBytes(UTF_8);
            HttpResponse<String> rejected =
                    send(port, "", HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)));
            assertThat(rejected.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(rejected.statusCode()).isEqualTo(415);
            assertThat(new Rest(port).counts("s", "1sec", 1, 1)).containsExactly(1L);
        }
    }

    /** The wait for its window went on, and ended the connection with all that others were doing on it. */
    @Test
    @DisplayName("leaves a connection alone whose client has reset a stream that it could not be answered on")
    void resetStream() throws Exception {
        Duration patience = Duration.ofMillis(300);
        Map<String, String> settings =
                Map.of("QUARKUS_HTTP_HTTP2", "true", "TIDEMARK_LIMITS_BODY_TIME", patience.toMillis() + "ms");
        try (ServiceProcess service = launch(settings);
                Http2Frames frames = Http2Frames.connect(service.port())) {
            frames.setInitialWindow(0);
            frames.get(1, "/v1/series");
            frames.ping();
            frames.reset(1);
            frames.setInitialWindow(65_535);
            long end = System.nanoTime() + 4 * patience.toNanos();
            for (int stream = 3; System.nanoTime() < end; stream += 2) {
                frames.get(stream, "/v1/series");
                frames.awaitHead(stream);
            }
        }
    }
}
