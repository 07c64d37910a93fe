package dev.tidemark.service.cases;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;

import io.restassured.response.Response;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Never a 500, for anything a client can send. {@code Content-Type: json} was one, with a stack trace in the log, and so was
 * {@code DELETE /v1/rankings/;/members/%25}. {@link FuzzCases} makes up more of this kind.
 */
public abstract class OddRequestCases {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "json",
                "",
                "/",
                "a/",
                "/b",
                ";",
                "application",
                "*/*",
                "application/*",
                "text/*",
                "application/json\r\nContent-Type: text/plain"
            })
    @DisplayName("A content type that is none, or two of them, is rejected with 415")
    void badContentType(String type) throws IOException {
        for (String path : new String[] {"/v1/events", "/v1/commands", "/", "/v1/rankings/t/increments"}) {
            Response response = RawRequest.sendLines("[]", "POST " + path + " HTTP/1.1", "Content-Type: " + type);
            BadInput.requireProblem(path, response, 415, "", null);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json; charset=klingon",
                "application/json;;;=",
                "APPLICATION/JSON",
                "application/json; charset=\"utf-8\""
            })
    @DisplayName("A content type with odd parameters is still JSON")
    void oddContentType(String type) throws IOException {
        assertThat(RawRequest.sendLines("[]", "POST /v1/events HTTP/1.1", "Content-Type: " + type)
                        .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE /v1/rankings/;/members/%25 HTTP/1.1",
                "GET v1/series HTTP/1.1",
                "GET * HTTP/1.1",
                "OPTIONS * HTTP/1.1",
                "CONNECT localhost:80 HTTP/1.1",
                "TRACE / HTTP/1.1",
                "FOO /v1/series HTTP/1.1",
                "GET /v1/series HTTP/1.1\r\nAccept: ;;;",
                "GET /v1/series HTTP/1.1\r\nAccept: json",
                "GET /v1/series HTTP/1.1\r\nAccept: application/\u00ff",
                "GET / HTTP/1.1\r\nRange: bytes=5-2",
                "GET / HTTP/1.1\r\nRange: bytes=99999999-",
                "POST /v1/series HTTP/1.1\r\nX-HTTP-Method-Override: DELETE",
                "POST /v1/events HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: foo",
                "POST /v1/events HTTP/1.0\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked",
                "POST /v1/events HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked, foo",
                "GET /v1/series/%FF/counts HTTP/1.1",
                "GET /v1/series/\u00ff/counts HTTP/1.1",
                "GET /%00 HTTP/1.1"
            })
    @DisplayName("An odd request is answered with a problem of its own")
    void problems(String head) throws IOException {
        Response response = RawRequest.sendLines("", head);
        assertThat(response.statusCode()).as(head).isBetween(400, 417);
        BadInput.requireProblem(head, response, response.statusCode(), "", null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET / FOO/1.1", "GET / HTTP/9.9"})
    @DisplayName("A version of HTTP that is not known is rejected, in the native executable by the server itself")
    void unknownVersion(String line) throws IOException {
        assertThat(RawRequest.sendLines("", line).statusCode()).as(line).isIn(400, 501);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GARBAGE",
                "GET /a b HTTP/1.1",
                "GET /v1/series/a\u0000b HTTP/1.1",
                "GET /v1/series HTTP/1.1\r\nX\u0000Y: 1",
                "GET /v1/series HTTP/1.1\r\nX: a\u0000b",
                "GET /v1/series HTTP/1.1\r\nnocolon",
                "POST /v1/events HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 3",
                "POST /v1/events HTTP/1.1\r\nContent-Length: +2",
                "POST /v1/events HTTP/1.1\r\nContent-Length: -2",
                "POST /v1/events HTTP/1.1\r\nContent-Length: two",
                "POST /v1/events HTTP/1.1\r\nContent-Length: 99999999999999999999"
            })
    @DisplayName("What is not HTTP is answered with 400 by the server's own parser, without a word")
    void notHttp(String head) throws IOException {
        assertThat(RawRequest.sendLines("", head).statusCode()).as(head).isEqualTo(400);
    }

    @Test
    @DisplayName("A request line or a header that is too long has a status of its own")
    void tooLong() throws IOException {
        assertThat(RawRequest.sendLines("", "GET /" + "a".repeat(5_000) + " HTTP/1.1")
                        .statusCode())
                .isEqualTo(414);
        assertThat(RawRequest.sendLines("", "GET / HTTP/1.1", "X: " + "a".repeat(100_000))
                        .statusCode())
                .isEqualTo(431);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Accept:",
                "Accept: */*;q=x",
                "Accept: application/json;q=5",
                "Accept-Encoding: ,;q=zz",
                "Accept-Language: ;;q=x",
                "Accept-Charset: klingon",
                "Cookie: ;;=\u00ff",
                "Authorization: Basic !!!",
                "Expect: foo",
                "If-Modified-Since: nonsense",
                "If-None-Match: \u00ff",
                "Range: bytes=a-b",
                "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13",
                "Connection: Upgrade\r\nUpgrade: nonsense",
                "X-Forwarded-Host: ;;\r\nForwarded: ,;="
            })
    @DisplayName("A header that makes no sense, and is not needed, does not matter")
    void ignored(String header) throws IOException {
        assertThat(RawRequest.sendLines("", "GET /v1/series HTTP/1.1", header).statusCode())
                .isEqualTo(200);
    }

    /** The server drops the length before a rule can see it, and does not close the connection as RFC 9112 asks. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: chunked\r\nContent-Length: 3",
                "Content-Length: 3\r\nTransfer-Encoding: chunked",
                "Content-Length: 3000\r\nTransfer-Encoding: CHUNKED"
            })
    @DisplayName("A body in chunks that tells a length, too, ends where its chunks do")
    void chunksAndLength(String headers) throws IOException {
        String series = Rest.fresh("chunks");
        String body = Rest.quoted("[{'series':'" + series + "','at':1,'count':1}]");
        Response response = RawRequest.sendExactly(
                "POST /v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + headers
                        + "\r\n\r\n" + Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n");
        assertThat(response.asString()).isEqualTo("{\"accepted\":1}");
        assertThat(EventsCases.countAt(series, 1)).isEqualTo(1);
    }

    @Test
    @DisplayName("After a rejected request with a body the connection goes on")
    void connectionGoesOn() throws IOException {
        Response response =
                RawRequest.sendExactly("POST /v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 70000\r\n\r\n"
                        + " ".repeat(70_000) + "GET /v1/series?limit=0 HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(response.statusCode()).isEqualTo(415);
    }

    /** Jackson's tables of field names are shared by all requests. Such names filled them up, and then others failed too. */
    @Test
    @DisplayName(
            "Names that have one hash code in a parser are names as any others, for who sends them and for everybody else")
    void collidingMembers() {
        for (List<String> members :
                List.of(CollidingNames.inTableOfBytes(1_000), CollidingNames.inTableOfCharacters(1_000))) {
            String scores = members.stream().map(member -> "'" + member + "':1").collect(Collectors.joining(","));
            String body = Rest.quoted("{'scores':{" + scores + "}}");
            for (Charset charset : List.of(UTF_8, UTF_16BE)) {
                String path = "/v1/rankings/" + Rest.fresh("colliding");
                Rest.request()
                        .contentType(Rest.JSON)
                        .body(body.getBytes(charset))
                        .put(path + "/members")
                        .then()
                        .statusCode(204);
                assertThat(Rest.answer(path + "?count=0")).contains("'total':1000,");
            }
        }
        Rest.scores(Rest.fresh("innocent"), "'a':1,'b':2");
    }

    /** This was an {@code ArrayIndexOutOfBoundsException} in Jackson, and 500. */
    @Test
    @DisplayName("Fields whose names collide in a parser's hash table are unknown as any others")
    void collidingFields() {
        List<String> colliding = CollidingNames.inTableOfBytes(12_000);
        Random random = new Random(1);
        StringBuilder lines = new StringBuilder();
        for (int line = 0; line < 150; line++) {
            int from = random.nextInt(11_000);
            IntStream others = random.ints(random.nextInt(4) * 400L, 0, 10_000_000);
            lines.append(Stream.concat(
                            colliding.subList(from, from + 200 + random.nextInt(500)).stream(),
                            others.mapToObj(i -> "z" + i))
                    .map(field -> "'" + field + "':1")
                    .collect(Collectors.joining(",", "{", "}\n")));
        }
        Response response = Rest.request()
                .contentType(Rest.NDJSON)
                .body(Rest.quoted(lines.toString()))
                .post("/v1/events");
        BadInput.requireProblem("fields that collide", response, 400, "event 0: unknown field", 0);
        Rest.post("/v1/events", "[{'series':'a','other':1}]").statusCode(400).body("detail", containsString("'other'"));
    }
}
