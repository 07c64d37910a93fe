package dev.tidemark.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies as large as tidemark.limits.body allows, in a small heap. */
@Tag("service")
@DisplayName("Large bodies")
class LargeBodiesIT {

    private static final int MEGABYTE = 1024 * 1024;
    private static final int CLIENTS = 12;

    private static ServiceProcess launch(Map<String, String> limits) {
        Map<String, String> environment = new HashMap<>(limits);
        environment.put("TIDEMARK_RANKED_PERSISTENCE", "memory");
        return ServiceProcess.launch(environment, "-Xmx128m");
    }

    /** A request for each that gets any response at all. */
    private static List<HttpResponse<String>> post(
            ServiceProcess service, String path, String type, HttpRequest.BodyPublisher body, int times) {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path))
                .header("Content-Type", type)
                .POST(body)
                .build();
        List<CompletableFuture<HttpResponse<String>>> responses = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            responses.add(client.sendAsync(request, HttpResponse.BodyHandlers.ofString(UTF_8)));
        }
        return responses.stream().map(CompletableFuture::join).toList();
    }

    /** While the array grew, both of its sizes were accounted for, so there was never memory enough. */
    @Test
    @DisplayName("in chunks fit into tidemark.limits.body-memory as those with a length do")
    void inChunks() {
        byte[] body = ("[{\"series\":\"s\",\"at\":0,\"count\":1}]" + " ".repeat(7 * MEGABYTE)).getBytes(UTF_8);
        try (ServiceProcess service = launch(Map.of("TIDEMARK_LIMITS_BODY_MEMORY", "8M"))) {
            HttpRequest.BodyPublisher chunks =
                    HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body));
            assertThat(post(service, "/v1/events", "application/json", chunks, 1))
                    .extracting(HttpResponse::statusCode)
                    .containsExactly(200);
            AdmissionIT.awaitMetric(new Rest(service.port()), "tidemark_requests_body_bytes", 0);
        }
    }

    /** A string that is not Latin-1 took six times its bytes while it was read, before anything could be rejected. */
    @ParameterizedTest
    @CsvSource({
        "/v1/rankings/t/lookup, application/json, '{\"members\":[\"', '\"]}'",
        "/v1/events, application/json, '[{\"series\":\"', '\",\"count\":1}]'",
        "/v1/events, application/x-ndjson, '{\"series\":\"', '\",\"count\":1}'",
        "/v1/boards/b/hits, application/json, '{\"hits\":[{\"member\":\"', '\"}]}'",
        "/v1/commands, text/plain, ' zrange t 0 1 ', ' y '",
        "/v1/commands, text/plain, 'zget t ', ''"
    })
    @DisplayName("of one long string are rejected, without the memory of many")
    void oneLongString(String path, String type, String before, String after) throws IOException {
        String text = before + "€" + "x".repeat(8 * MEGABYTE - 100) + after;
        try (ServiceProcess service = launch(Map.of())) {
            for (HttpResponse<String> response :
                    post(service, path, type, HttpRequest.BodyPublishers.ofString(text), CLIENTS)) {
                assertThat(response.statusCode()).isIn(200, 400, 503);
                assertThat(response.body())
                        .hasSizeLessThan(1_000)
                        .containsAnyOf("error: ", "at most 20000 characters", "\"status\":503");
            }
            Rest rest = new Rest(service.port());
            rest.count("s", 0).expect(200);
            AdmissionIT.awaitMetric(rest, "tidemark_requests_work_bytes", 0);
            assertThat(service.output()).doesNotContain("ERROR", "Exception", "OutOfMemory");
        }
    }
}
