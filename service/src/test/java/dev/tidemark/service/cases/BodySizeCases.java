package dev.tidemark.service.cases;

import static dev.tidemark.service.cases.Rest.answer;
import static dev.tidemark.service.cases.Rest.fresh;
import static dev.tidemark.service.cases.Rest.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import io.restassured.response.Response;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public abstract class BodySizeCases {

    private static final int LIMIT = 8 * 1024 * 1024;

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

    @Test
    @DisplayName("of more than 8 MiB in chunks is refused when it has come in")
    void chunked() throws IOException {
        BadInput.requireProblem("chunks", sendChunks(129, "0\r\n\r\n"), 413, "tidemark.limits.body", null);
        requireNothingStored();
    }

    @Test
    @DisplayName("in chunks without end is cut off")
    void endless() throws IOException {
        assertThat(sendChunks(2_000, "").statusCode()).isEqualTo(413);
        requireNothingStored();
    }

    /** Sends the same event again and again, with blanks behind it, in chunks of 64 KiB. */
    private Response sendChunks(int chunks, String end) throws IOException {
        String chunk = event + "\n" + " ".repeat(64 * 1024 - event.length() - 1);
        return RawRequest.send("""
                POST /v1/events HTTP/1.1
                Content-Type: application/x-ndjson
                Transfer-Encoding: chunked
                """, "10000\r\n" + chunk + "\r\n", chunks, end);
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
