package dev.tidemark.service.cases;

import static dev.tidemark.service.cases.Rest.answer;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.restassured.RestAssured;
import io.restassured.response.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Thousands of requests that are nearly right, made from the OpenAPI document. Each gets an answer below 500, an error is a
 * problem and changes nothing, a body that is not UTF-8 is an error, and the log has no error in the end. {@code
 * -Dtidemark.seed} repeats a run, {@code -Dtidemark.fuzz.requests} makes it longer.
 */
public abstract class FuzzCases {

    private static final int REQUESTS = Integer.getInteger("tidemark.fuzz.requests", 3_000);

    private static final Set<String> READS_BODY = Set.of("PUT", "POST");
    private static final Set<Integer> WITHOUT_A_WORD = Set.of(400, 414, 431);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** The errors that the service has logged until now. */
    protected abstract List<String> errorsInLog();

    @Test
    @DisplayName(
            "are answered, never with 5xx; what is rejected is a problem, and changes nothing; the log has no error")
    void fuzz() {
        long seed = Long.getLong("tidemark.seed", new Random().nextLong());
        System.out.println("FuzzCases: -Dtidemark.seed=" + seed);
        int errorsBefore = errorsInLog().size();
        OddRequests requests = new OddRequests(seed, ApiCalls.all());
        TreeMap<Integer, Integer> statuses = new TreeMap<>();
        store();
        String before = stored();
        for (int i = 0; i < REQUESTS; i++) {
            OddRequests.OddRequest request = requests.next();
            String about = "-Dtidemark.seed=%d, request %d:%n%s%n".formatted(seed, i, shortened(request.text()));
            Response response = send(about, request);
            statuses.merge(response.statusCode(), 1, Integer::sum);
            if (response.statusCode() >= 400) {
                requireProblem(about, request, response);
            } else if (READS_BODY.contains(request.method())
                    && !request.target().startsWith("/v1/admin")) {
                byte[] body = request.body().getBytes(ISO_8859_1);
                assertThat(new String(body, UTF_8).getBytes(UTF_8))
                        .as("%s; %s for a body that is not UTF-8", about, response.statusCode())
                        .isEqualTo(body);
            }
            if (!request.method().equals("GET")) {
                String after = stored();
                if (response.statusCode() >= 400) {
                    assertThat(after)
                            .as("%s; %s changed something", about, response.statusCode())
                            .isEqualTo(before);
                }
                before = after;
            }
            if (errorsInLog().size() > errorsBefore) {
                fail("%s; the log has an error: %s", about, errorsInLog());
            }
        }
        System.out.println("FuzzCases: answers by status " + statuses);
        assertThat(statuses).as("the requests are not odd enough, or too odd").containsKeys(200, 400, 404, 415);
        Rest.get("/q/health").statusCode(200);
        answer("/v1/backend");
    }

    private static Response send(String about, OddRequests.OddRequest request) {
        try {
            return RawRequest.sendExactly(request.text());
        } catch (IOException | RuntimeException e) {
            return fail(about + "; no answer", e);
        }
    }

    private static void requireProblem(String about, OddRequests.OddRequest request, Response response) {
        int status = response.statusCode();
        assertThat(status).as(about + "; " + response.asString()).isLessThan(500);
        boolean unheard = response.asString().isEmpty() && WITHOUT_A_WORD.contains(status);
        if (!unheard || isHttp(request)) {
            BadInput.requireProblem(about, response, status, "", null);
        }
    }

    /** Whether a request gets as far as to the service's own code. */
    private static boolean isHttp(OddRequests.OddRequest request) {
        boolean headers = request.text().lines().noneMatch(line -> line.startsWith("\u00e9"))
                && !request.text().contains("Content-Length: 0\r\n");
        try {
            return headers && !new URI(request.target()).toString().isEmpty();
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static void store() {
        Rest.events("{'series':'victim','at':1,'count':1},{'series':'victim','at':1,'value':2}");
        Rest.scores("victim", "'victim':5");
    }

    private String stored() {
        return read("/v1/series?limit=1000")
                + read("/v1/rankings?limit=1000")
                + read("/v1/series/victim/counts?granularity=1sec&from=1&to=1")
                + read("/v1/rankings/victim?count=100");
    }

    /** RestAssured would take most of the time. */
    private String read(String path) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + RestAssured.port + path))
                    .timeout(Duration.ofSeconds(20))
                    .build();
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).as(path).isEqualTo(200);
            return response.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String shortened(String text) {
        return text.length() > 3_000 ? text.substring(0, 3_000) + "…" : text;
    }
}
