package dev.tidemark.service.cases;

import static dev.tidemark.service.cases.Rest.answer;
import static dev.tidemark.service.cases.Rest.fresh;
import static dev.tidemark.service.cases.Rest.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import io.restassured.RestAssured;
import io.restassured.response.Response;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public abstract class BodySizeCases {

    private static final int LIMIT = 8 * 1024 * 1024;
    private static final int BLOCK = 64 * 1024;
    private static final String LAST_CHUNK = "0\r\n\r\n";
    private static final String CHUNKED = """
            POST /v1/events HTTP/1.1
            Content-Type: application/x-ndjson
            Transfer-Encoding: chunked
            """;

    private final String series = fresh("large");
    private final String event = quoted("{'series':'" + series + "','at':1,'count':1}");

    private void requireNothingStored() {
        assertThat(answer("/v1/series?prefix=" + series)).isEqualTo("{'series':[],'next':null}");
    }

    @Test
    @DisplayName("of exactly 8 MiB is taken")
    void atTheLimit() {
        Rest.post("/v1/events", "[" + event + " ".repeat(LIMIT - event.length() - 2) + "]")
                .statusCode(200);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "/v1/events, application/json",
        "/v1/events, application/x-ndjson",
        "/v1/rankings/large/increments, application/json",
        "/v1/commands, text/plain",
        "/, text/plain"
    })
    @DisplayName("whose Content-Length is above 8 MiB is refused at once")
    void contentLength(String path, String type) throws IOException {
        Response response = RawRequest.send("""
                POST %s HTTP/1.1
                Content-Type: %s
                Content-Length: %d
                """.formatted(path, type, LIMIT + 1));
        BadInput.requireProblem(path, response, 413, "tidemark.limits.body", null);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            PUT  | /v1/rankings/large/members    | {'scores':{       | 'm%d':1                    | }}
            POST | /v1/rankings/large/increments | {'increments':[   | {'member':'m%d','by':1}    | ]}
            POST | /v1/rankings/large/increments | {'increments':[   | {'member':'\u00e9%d','by':1} | ]}
            POST | /v1/boards/large/hits         | {'hits':[         | {'member':'m%d'}           | ]}
            """)
    @DisplayName("with many times the members that it may have is refused before it has become as many values")
    void members(String method, String path, String start, String member, String end) {
        String members = IntStream.range(0, 200_000).mapToObj(member::formatted).collect(Collectors.joining(","));
        Response response = Rest.request()
                .contentType(Rest.JSON)
                .body(quoted(start + members + end))
                .request(method, path);
        BadInput.requireProblem(path, response, 413, "tidemark.limits.members", null);
    }

    @ParameterizedTest(name = "{0} {1} as {2} is {3}")
    @CsvSource({
        "POST, /v1/nothing, application/json, 404",
        "PUT, /v1/events, application/json, 405",
        "POST, /v1/events, application/xml, 415"
    })
    @DisplayName("that nobody would take is not waited for")
    void unwanted(String method, String path, String type, int status) throws IOException {
        Response response = RawRequest.send("""
                %s %s HTTP/1.1
                Content-Type: %s
                Content-Length: %d
                """.formatted(method, path, type, LIMIT));
        BadInput.requireProblem(path, response, status, path, null);
    }

    /** The connection was closed while the client sent, so that many clients saw a broken pipe and no answer. */
    @Test
    @DisplayName("that is too large is refused so that a client that sends all of it first gets to see why")
    void drained() throws IOException {
        int blocks = 3 * LIMIT / BLOCK;
        Response response = RawRequest.sendAll("""
                POST /v1/events HTTP/1.1
                Content-Type: application/json
                Content-Length: %d
                """.formatted(blocks * BLOCK), " ".repeat(BLOCK), blocks, "");
        BadInput.requireProblem("all of it", response, 413, "tidemark.limits.body", null);
        assertThat(response.header("connection")).isEqualTo("close");
    }

    /** Above 16 MB the answer was one without a problem, and the log had a stack trace. */
    @Test
    @DisplayName("of more than 8 MiB in chunks is refused so that a client that sends all of it first gets to see why")
    void drainedChunks() throws IOException {
        Response response = RawRequest.sendAll(CHUNKED, chunk(BLOCK), 3 * LIMIT / BLOCK, LAST_CHUNK);
        BadInput.requireProblem("chunks", response, 413, "tidemark.limits.body", null);
        requireNothingStored();
    }

    @Test
    @DisplayName("in chunks is taken up to exactly 8 MiB")
    void chunksAtTheLimit() throws IOException {
        int blocks = LIMIT / BLOCK;
        assertThat(RawRequest.sendAll(CHUNKED, chunk(BLOCK), blocks, LAST_CHUNK).statusCode())
                .isEqualTo(200);
        assertThat(RawRequest.sendAll(CHUNKED, chunk(BLOCK), blocks, "1\r\n \r\n" + LAST_CHUNK)
                        .statusCode())
                .isEqualTo(413);
    }

    @ParameterizedTest(name = "{0} bytes")
    @ValueSource(ints = {0, 1, 5_000, 100_000})
    @DisplayName("is asked for where the client waits for that")
    void expectContinue(int blanks) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + RestAssured.port + "/v1/events"))
                .header("Content-Type", "application/json")
                .expectContinue(true)
                .timeout(Duration.ofSeconds(20))
                .POST(HttpRequest.BodyPublishers.ofString("[" + event + " ".repeat(blanks) + "]"))
                .build();
        HttpResponse<String> response = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .build()
                .send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.body()).isEqualTo("{\"accepted\":1}");
    }

    /** Two of them stopped all event loops for more than a minute: lines that are no JSON were not counted. */
    @Test
    @DisplayName("of lines that are no JSON has the same limit on their number")
    void badLines() {
        String first = event + "\n";
        Response response = Rest.request()
                .contentType("application/x-ndjson")
                .body(first + "x\n".repeat((LIMIT - first.length()) / 2))
                .post("/v1/events");
        BadInput.requireProblem("bad lines", response, 413, "tidemark.limits.events", null);
        requireNothingStored();
    }

    @Test
    @DisplayName("of nothing but empty lines is a batch of no events")
    void emptyLines() {
        String answer = Rest.request()
                .contentType("application/x-ndjson")
                .body(" \r\n\t\n\n".repeat(LIMIT / 6))
                .post("/v1/events")
                .then()
                .statusCode(200)
                .extract()
                .asString();
        assertThat(answer).isEqualTo("{\"accepted\":0}");
    }

    /** The answer to one of 8 MiB was twice as long, and a few at once took the heap. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            /v1/events                    | application/json     | [{'series':'s','count':1,'at':'%s'}]
            /v1/events                    | application/json     | [{'series':'s','count':1,'%s':1}]
            /v1/events                    | application/x-ndjson | {'series':'s','count':1,'at':'%s'}
            /v1/series/s/limit            | application/json     | {'limit':1,'granularity':'%s'}
            /v1/rankings/large/lookup     | application/json     | {'members':['a'],'order':'%s'}
            /v1/rankings/large/increments | application/json     | {'increments':[{'member':'a','by':1,'%s':2}]}
            """)
    @DisplayName(
            "with a long text in the wrong place is rejected with the beginning of that text only, if with any of it")
    void longTexts(String path, String type, String body) {
        requireShortProblem(path, type, quoted(body).formatted("x".repeat(15_000)), "xxx");
        requireShortProblem(path, type, quoted(body).formatted("x".repeat(LIMIT / 2)), "at most 20000 characters");
    }

    private static void requireShortProblem(String path, String type, String body, String detail) {
        Response response = Rest.request().contentType(type).body(body).post(path);
        BadInput.requireProblem(path, response, 400, detail, null);
        assertThat(response.asString()).hasSizeLessThan(5_000);
    }

    @Test
    @DisplayName("of more than 8 MiB in chunks is refused when it has come in")
    void chunked() throws IOException {
        BadInput.requireProblem("chunks", sendChunks(129, LAST_CHUNK), 413, "tidemark.limits.body", null);
        requireNothingStored();
    }

    @Test
    @DisplayName("in chunks without end is cut off")
    void endless() throws IOException {
        assertThat(sendChunks(2_000, "").statusCode()).isEqualTo(413);
        requireNothingStored();
    }

    /** Sends the same event again and again, with blanks behind it, in chunks. */
    private Response sendChunks(int chunks, String end) throws IOException {
        return RawRequest.send(CHUNKED, chunk(BLOCK), chunks, end);
    }

    private String chunk(int size) {
        String content = event + "\n" + " ".repeat(size - event.length() - 1);
        return Integer.toHexString(size) + "\r\n" + content + "\r\n";
    }

    @ParameterizedTest
    @ValueSource(strings = {"many", "-1", "1.5", "99999999999999999999"})
    @DisplayName("whose length makes no sense is refused")
    void senselessLength(String length) throws IOException {
        Response response = RawRequest.send("""
                POST /v1/events HTTP/1.1
                Content-Type: application/json
                Content-Length: %s
                """.formatted(length));
        // That is not HTTP any more, and the server's own parser refuses it: a problem is not to be had.
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.asString()).doesNotContain("Exception");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/v1/series/%zz/counts", "/v1/series/%/counts", "/v1/series/%4/counts", "/v1/rankings?prefix=%zz"
            })
    @DisplayName("is not needed to refuse a path or a query that is badly escaped")
    void badEscape(String path) throws IOException {
        Response response = RawRequest.send("GET " + path + " HTTP/1.1");
        // The server refuses an address that is none before anything of ours is asked.
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.asString()).doesNotContain("Exception");
    }
}
