package dev.tidemark.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.restassured.path.json.JsonPath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/** Calls of the service, by any number of threads. None waits for longer than its patience. */
public final class Rest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String base;

    public Rest(int port) {
        base = "http://127.0.0.1:" + port;
    }

    public Answer get(String path) {
        return send(HttpRequest.newBuilder().GET(), path);
    }

    public Answer post(String path, String json) {
        return send(
                HttpRequest.newBuilder()
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(json)),
                path);
    }

    /** Runs commands of the line protocol. */
    public Answer commands(String lines) {
        return send(
                HttpRequest.newBuilder()
                        .header("Content-Type", "text/plain")
                        .POST(HttpRequest.BodyPublishers.ofString(lines)),
                "/v1/commands");
    }

    public Answer delete(String path) {
        return send(HttpRequest.newBuilder().DELETE(), path);
    }

    private Answer send(HttpRequest.Builder request, String path) {
        long start = System.nanoTime();
        try {
            HttpResponse<String> response = client.send(
                    request.uri(URI.create(base + path)).timeout(PATIENCE).build(),
                    HttpResponse.BodyHandlers.ofString(UTF_8));
            return new Answer(response, Duration.ofNanos(System.nanoTime() - start));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public Answer count(String series, long second) {
        return post("/v1/events", "[{\"series\":\"" + series + "\",\"at\":" + second + ",\"count\":1}]");
    }

    public Answer increment(String table, String member) {
        return post(
                "/v1/rankings/" + encoded(table) + "/increments",
                "{\"increments\":[{\"member\":\"" + member + "\",\"by\":1}]}");
    }

    public Answer readCounts(String series, String granularity, long from, long to) {
        return get(
                "/v1/series/" + encoded(series) + "/counts?granularity=" + granularity + "&from=" + from + "&to=" + to);
    }

    public List<Long> counts(String series, String granularity, long from, long to) {
        return readCounts(series, granularity, from, to).expect(200).json().getList("points.value", Long.class);
    }

    public Answer ready() {
        return get("/q/health/ready");
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, UTF_8).replace("+", "%20");
    }

    /** What came back, and after how long. */
    public record Answer(HttpResponse<String> response, Duration took) {

        public int status() {
            return response.statusCode();
        }

        public String body() {
            return response.body();
        }

        public JsonPath json() {
            return JsonPath.from(body());
        }

        public String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        public Answer expect(int status) {
            assertThat(status()).as(body()).isEqualTo(status);
            return this;
        }
    }
}
