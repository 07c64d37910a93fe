package dev.tidemark.service.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.restassured.response.Response;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Any web page could once wipe a loopback service: {@code fetch('http://127.0.0.1:8080/', {method: 'POST', mode: 'no-cors',
 * body: 'flushall'})}. These are the requests that a browser sends then, header by header; {@code BrowserIT} has a real one.
 */
public abstract class CrossSiteCases {

    private final String table = Rest.fresh("target");

    /** Sends a command that adds a member, as a page would, and tells whether it is there. */
    private Response add(String host, String... headers) throws IOException {
        String body = "zadd " + table + " 1 a";
        String extra = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
        return RawRequest.sendExactly(
                "POST / HTTP/1.1\r\nHost: " + host + "\r\nContent-Type: text/plain;charset=UTF-8\r\n" + extra
                        + "Content-Length: " + body.length() + "\r\n\r\n" + body);
    }

    private boolean isThere() {
        return Rest.answer("/v1/rankings/" + table).contains("'total':1");
    }

    private void requireRejected(Response response, int status, String detail) {
        BadInput.requireProblem("cross-site", response, status, detail, null);
        assertThat(isThere()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site",
                "Origin: http://evil.example",
                "Origin: http://localhost:9",
                "Origin: http://127.0.0.1:8080",
                "Origin: https://localhost",
                "Origin: null",
                "Origin: ::::",
                "Origin: http://localhost:8080.evil.example",
                "Origin: http://evil.example/localhost:8080",
                "Origin: file://",
                "Origin: capacitor://localhost:8080",
                "Origin: "
            })
    @DisplayName("A change that a page of another site asks for is rejected with 403")
    void otherSite(String header) throws IOException {
        requireRejected(add("localhost:8080", header), 403, "another site");
    }

    @Test
    @DisplayName("Each of the two headers is enough, whatever the other says")
    void eitherHeader() throws IOException {
        requireRejected(
                add("localhost:8080", "Sec-Fetch-Site: same-origin", "Origin: http://evil.example"),
                403,
                "another site");
        requireRejected(
                add("localhost:8080", "Sec-Fetch-Site: cross-site", "Origin: http://localhost:8080"),
                403,
                "another site");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "DELETE", "PATCH", "OPTIONS"})
    @DisplayName("Other methods than GET and HEAD are rejected too")
    void otherMethods(String method) throws IOException {
        Rest.scores(table, "'a':1");
        Response response = RawRequest.sendLines(
                "", method + " /v1/rankings/" + table + " HTTP/1.1", "Origin: http://evil.example");
        BadInput.requireProblem(method, response, 403, "another site", null);
        assertThat(isThere()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "localhost:8080, Sec-Fetch-Site: same-origin",
        "localhost:8080, Sec-Fetch-Site: none",
        "localhost:8080, Origin: http://localhost:8080",
        "LocalHost:8080, Origin: http://localhost:8080",
        "localhost, Origin: http://localhost",
        "localhost:80, Origin: http://localhost",
        "localhost, Origin: http://localhost:80",
        "localhost, Origin: https://localhost",
        "localhost:443, Origin: https://localhost",
        "'[::1]:8080', 'Origin: http://[::1]:8080'",
        "127.0.0.1:8080, Origin: http://127.0.0.1:8080"
    })
    @DisplayName("A page of its own, and a program, may change things")
    void ownSite(String host, String header) throws IOException {
        assertThat(add(host, header).statusCode()).isEqualTo(200);
        assertThat(isThere()).isTrue();
    }

    @Test
    @DisplayName("Reading is left to the browser, which shows the answer to no other site")
    void reads() throws IOException {
        Response response = RawRequest.sendLines(
                "", "GET /v1/series HTTP/1.1", "Origin: http://evil.example", "Sec-Fetch-Site: cross-site");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.header("Access-Control-Allow-Origin")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:8080",
                "localhost.evil.example",
                "127.0.0.1.evil.example",
                "evil.localhost",
                "192.168.0.1",
                "128.0.0.1",
                "[2001:db8::1]:8080",
                "0.0.0.0:8080"
            })
    @DisplayName("A name that is not loopback's gets 421, which ends DNS rebinding")
    void otherHost(String host) throws IOException {
        // A page whose name was rebound is of the same origin, as far as its browser knows.
        requireRejected(add(host, "Origin: http://" + host, "Sec-Fetch-Site: same-origin"), 421, "tidemark.http.hosts");
        Response read = RawRequest.sendExactly("GET /v1/series HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
        BadInput.requireProblem(host, read, 421, "tidemark.http.hosts", null);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost", "localhost:1", "LOCALHOST:8080", "127.0.0.1", "127.1.2.3:80", "[::1]", "[::1]:9"})
    @DisplayName("Names and addresses of loopback are answered, on any port")
    void loopback(String host) throws IOException {
        assertThat(RawRequest.sendExactly("GET /v1/series HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    @DisplayName("A whole URI in the request line names a host too")
    void absoluteForm() throws IOException {
        assertThat(RawRequest.sendLines("", "GET http://localhost:8080/v1/series HTTP/1.1")
                        .statusCode())
                .isEqualTo(200);
        BadInput.requireProblem(
                "absolute",
                RawRequest.sendLines("", "GET http://evil.example/v1/series HTTP/1.1"),
                421,
                "tidemark.http.hosts",
                null);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /v1/series HTTP/1.1\r\n\r\n",
                "GET /v1/series HTTP/1.0\r\n\r\n",
                "GET / HTTP/1.1\r\n\r\n",
                "GET /nothing HTTP/1.1\r\n\r\n",
                "GET /v1/series HTTP/1.1\r\nHost:\r\n\r\n",
                "GET /v1/series HTTP/1.1\r\nHost: a b\r\n\r\n",
                "GET /v1/series HTTP/1.1\r\nHost: [::1\r\n\r\n",
                "GET /v1/series HTTP/1.1\r\nHost: localhost:99999999\r\n\r\n",
                "GET /v1/series HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
                "DELETE /v1/rankings?confirm=flushall HTTP/1.1\r\n\r\n"
            })
    @DisplayName("A Host that is missing, malformed or there twice is a bad request")
    void noHost(String request) throws IOException {
        BadInput.requireProblem(request, RawRequest.sendExactly(request), 400, "Host", null);
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /v1/events, '[]'",
        "POST, /v1/series/s/limit, '{}'",
        "PUT, /v1/rankings/t/members, '{}'",
        "POST, /v1/rankings/t/increments, '{}'",
        "POST, /v1/boards/b/hits, '{}'",
        "DELETE, /v1/rankings/t, '{}'"
    })
    @DisplayName("A body without a content type is rejected with 415")
    void noContentType(String method, String path, String body) throws IOException {
        BadInput.requireProblem(
                path, RawRequest.sendLines(body, method + " " + path + " HTTP/1.1"), 415, "Content-Type", null);
        BadInput.requireProblem(
                path,
                RawRequest.sendExactly(method + " " + path
                        + " HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n"),
                415,
                "Content-Type",
                null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/v1/commands"})
    @DisplayName(
            "Only the line protocol takes a body without a content type, as clients of the original server send it")
    void lineProtocol(String path) throws IOException {
        Response response = RawRequest.sendLines("zadd " + table + " 1 a", "POST " + path + " HTTP/1.1");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(isThere()).isTrue();
    }
}
