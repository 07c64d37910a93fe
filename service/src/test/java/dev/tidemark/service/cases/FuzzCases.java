package dev.tidemark.service.cases;

import static dev.tidemark.service.cases.Rest.answer;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;
import net.jqwik.api.statistics.Statistics;

/**
 * Thousands of requests that are nearly right, made from the OpenAPI document. Each gets a response below 500, an error is a
 * problem and changes nothing, a body that is not UTF-8 is an error, and the log has no error afterwards.
 *
 * <p>jqwik prints the seed, and the smallest request that fails. {@code @Property(seed = "…")} repeats a run, {@code
 * -Djqwik.tries.default} makes it longer.
 */
public abstract class FuzzCases {

    private static final Set<String> READS_BODY = Set.of("PUT", "POST");
    private static final Set<Integer> WITHOUT_A_WORD = Set.of(400, 414, 431);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private String stored = "";
    private int errors;

    /** The errors that the service has logged until now. */
    protected abstract List<String> errorsInLog();

    @BeforeProperty
    void store() {
        Rest.events("{'series':'victim','at':1,'count':1},{'series':'victim','at':1,'value':2}");
        Rest.scores("victim", "'victim':5");
        stored = readAll();
        errors = errorsInLog().size();
    }

    @Provide
    Arbitrary<OddRequest> requests() {
        return OddRequests.of(ApiCalls.all());
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    @Label("are answered, never with 5xx; what is rejected is a problem, and changes nothing; the log has no error")
    void fuzz(@ForAll("requests") OddRequest request) throws IOException {
        Response response = RawRequest.sendExactly(request.text());
        int status = response.statusCode();
        String before = stored;
        stored = request.method().equals("GET") ? before : readAll();
        int errorsBefore = errors;
        List<String> log = errorsInLog();
        errors = log.size();
        assertThat(log.subList(errorsBefore, errors)).as("errors in the log").isEmpty();
        if (status >= 400) {
            requireProblem(request, response);
            assertThat(stored).as("%s changed something", status).isEqualTo(before);
        } else if (READS_BODY.contains(request.method()) && !request.target().startsWith("/v1/admin")) {
            byte[] body = request.body().getBytes(ISO_8859_1);
            assertThat(new String(body, UTF_8).getBytes(UTF_8))
                    .as("%s for a body that is not UTF-8", status)
                    .isEqualTo(body);
        }
        Statistics.label("status").collect(status).coverage(statuses -> {
            for (int expected : new int[] {200, 400, 404, 415}) {
                statuses.check(expected).count(count -> count > 0);
            }
        });
    }

    @AfterProperty
    void isAlive() {
        Rest.get("/q/health").statusCode(200);
        answer("/v1/backend");
    }

    private static void requireProblem(OddRequest request, Response response) {
        int status = response.statusCode();
        assertThat(status).as(response.asString()).isLessThan(500);
        boolean unheard = response.asString().isEmpty() && WITHOUT_A_WORD.contains(status);
        if (!unheard || isHttp(request)) {
            BadInput.requireProblem(request.target(), response, status, "", null);
        }
    }

    /** Whether a request gets as far as to the service's own code. */
    private static boolean isHttp(OddRequest request) {
        boolean headers = request.text().lines().noneMatch(line -> line.startsWith("\u00e9"))
                && !request.text().contains("Content-Length: 0\r\n");
        try {
            return headers && !new URI(request.target()).toString().isEmpty();
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private String readAll() {
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
}
