package dev.tidemark.service.cases;

import static dev.tidemark.service.cases.Rest.answer;
import static dev.tidemark.service.cases.Rest.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import io.restassured.response.Response;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a request names is what it touches, or nothing is. {@code DELETE /v1/rankings/dots/members/%2e%2e} once dropped the
 * table, because the server resolves dots before it looks for a route, and {@code DELETE /v1/series/a;nothing} deleted
 * {@code a}, because segments are cut at a semicolon. Here every call that the OpenAPI document lists gets every spelling of
 * that, at every place of its path.
 */
public abstract class PathsCases {

    /** What everything is called that must not be touched: a series, a table, a board and a member. */
    private static final String VICTIM = "victim";

    private static final List<String> BAD_SEGMENTS = List.of(
            ".",
            "..",
            "%2e",
            "%2E",
            "%2e%2e",
            ".%2E",
            "%2e.",
            "%2E%2e",
            ";",
            "..;",
            VICTIM + ";",
            VICTIM + ";a=b",
            VICTIM + ";%2e",
            "%2e%2e;a",
            ";" + VICTIM,
            "");

    /** All but HEAD, whose answers have no body that could be looked at. */
    private static final List<String> METHODS = List.of("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "FOO");

    @BeforeEach
    void store() {
        Rest.events("{'series':'victim','at':1,'count':1},{'series':'victim','at':1,'value':2}");
        Rest.scores(VICTIM, "'victim':5");
        Rest.scores("members", "'victim':6");
    }

    private static String stored() {
        return answer("/v1/series?prefix=victim")
                + answer("/v1/series/victim/counts?granularity=1sec&from=1&to=1")
                + answer("/v1/rankings?prefix=victim")
                + answer("/v1/rankings/victim?count=100")
                + answer("/v1/rankings/members?count=100");
    }

    @Test
    @DisplayName("with dots, semicolons and empty segments are rejected, on every route, with every method")
    void everyRoute() throws IOException {
        Set<String> templates = new TreeSet<>(Rest.get("/q/openapi?format=json")
                .statusCode(200)
                .extract()
                .jsonPath()
                .<String, Object>getMap("paths")
                .keySet());
        assertThat(templates).contains("/v1/rankings/{table}/members/{member}");
        String before = stored();
        int requests = 0;
        for (String template : templates) {
            for (String path : badPaths(template)) {
                for (String method : methodsFor(path)) {
                    requireRejected(method, path + "?confirm=flushall&granularity=1sec&from=0&to=1");
                    requests++;
                }
            }
            assertThat(stored()).as("after the bad paths of %s", template).isEqualTo(before);
        }
        assertThat(requests).isGreaterThan(1_000);
    }

    private static List<String> methodsFor(String path) {
        return path.contains("/%2e%2e") || path.contains("/;") ? METHODS : List.of("DELETE");
    }

    /** The template with each bad segment in place of each name, behind each segment, and at the end. */
    private static List<String> badPaths(String template) {
        List<String> segments = List.of(template.substring(1).split("/"));
        List<String> paths = new ArrayList<>();
        for (String bad : BAD_SEGMENTS) {
            for (int i = 0; i <= segments.size(); i++) {
                List<String> changed = new ArrayList<>(segments);
                if (i < segments.size() && segments.get(i).startsWith("{")) {
                    changed.set(i, bad);
                } else {
                    changed.add(i, bad);
                }
                String path = "/" + String.join("/", changed).replaceAll("\\{[a-z]+}", VICTIM);
                // A single slash at the end is no empty name.
                paths.add(bad.isEmpty() && i >= segments.size() - 1 ? path + "/" : path);
            }
        }
        return paths;
    }

    private static void requireRejected(String method, String target) throws IOException {
        Response response = RawRequest.sendLines(
                "{}", method + " " + target + " HTTP/1.1", "Content-Type: application/json", "Connection: close");
        BadInput.requireProblem(method + " " + target, response, 400, "the path must not contain", null);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost/v1/rankings/victim/members/%2e%2e",
                "http://localhost/v1/rankings/victim/members/..",
                "http://localhost/v1/series/victim;a",
                "http://localhost//v1/series/victim",
                "//localhost/v1/series/victim",
                "/v1/series/victim#a",
                "/v1/series/a/../victim",
                "/v1/series/./victim",
                "/v1/series/victim/.",
                "/v1/series/victim/x/..",
                "/v1/x/..%2e/series/victim/%2E"
            })
    @DisplayName("are looked at as they came, also where the request line has a whole URI")
    void otherForms(String target) throws IOException {
        String before = stored();
        Response response = RawRequest.sendLines("", "DELETE " + target + " HTTP/1.1");
        assertThat(response.statusCode()).as(target).isBetween(400, 404);
        assertThat(response.contentType()).startsWith("application/problem+json");
        assertThat(stored()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/series/victim\\..",
                "/v1/series/%zz",
                "/v1/series/a%",
                "/v1/series/{victim}|",
                "http://[::1/v1/series/victim",
                "http://[::1]x/v1/series/victim"
            })
    @DisplayName("that are no URI are rejected by the server itself, and touch nothing")
    void noUri(String target) throws IOException {
        String before = stored();
        assertThat(RawRequest.sendLines("", "DELETE " + target + " HTTP/1.1").statusCode())
                .isEqualTo(400);
        assertThat(stored()).isEqualTo(before);
    }

    static Stream<String> legalNames() {
        return Stream.of(
                "victim;a",
                ";",
                "victim;",
                "%2e%2e",
                "%2e",
                "...",
                "..a",
                "a..",
                "../victim",
                "victim/..",
                "./",
                "\\..",
                "..;",
                "//",
                "#",
                "a?b=..",
                "%",
                "%25",
                "+");
    }

    @ParameterizedTest
    @MethodSource("legalNames")
    @DisplayName("may have all of that within a longer name, escaped, and touch just what has that name")
    void legal(String name) {
        // Random requests to the same service may have used that name before.
        Rest.delete("/v1/series/" + encoded(name));
        Rest.delete("/v1/rankings/" + encoded(name));
        String before = stored();
        Rest.scores(name, "'" + name.replace("\\", "\\\\") + "':1");
        Rest.events("{'series':'" + name.replace("\\", "\\\\") + "','at':1,'count':1}");
        String member = "/v1/rankings/" + encoded(name) + "/members/" + encoded(name);
        assertThat(Rest.tree(Rest.get(member).statusCode(200).extract().asString())
                        .path("member")
                        .textValue())
                .isEqualTo(name);
        Rest.delete(member).statusCode(204);
        Rest.delete("/v1/series/" + encoded(name)).statusCode(204);
        Rest.delete("/v1/rankings/" + encoded(name));
        assertThat(stored()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {".", ".."})
    @DisplayName("cannot name . and .., which are no names of series, tables and boards in bodies and commands either")
    void dots(String name) {
        Rest.post("/v1/events", "[{'series':'" + name + "','count':1}]").statusCode(400);
        assertThat(Rest.commands("/v1/commands", "zadd " + name + " 1 a\nzget " + name + " a"))
                .startsWith("error: table must not be")
                .hasLineCount(2);
        // A member may have that name.
        Rest.scores("dots", "'" + name + "':1");
        assertThat(Rest.commands("/v1/commands", "zget dots " + name)).isEqualTo("1\n");
        Rest.delete("/v1/rankings/dots").statusCode(204);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost?/v1/series/victim",
                "http://localhost#/v1/series/victim",
                "http://localhost?x=1&y=/v1/series/victim",
                "http://localhost:8080?/v1/series/victim",
                "http://user@localhost/v1/series/victim",
                "http://user:password@localhost/v1/series/victim",
                "http:///v1/series/victim",
                "http://:80/v1/series/victim",
                "http://?/v1/series/victim",
                "http://localhost:x/v1/series/victim",
                "http://localhost:65536/v1/series/victim",
                "ftp://localhost/v1/series/victim",
                "x://localhost/v1/series/victim",
                "http+x://localhost/v1/series/victim",
                "x/y://localhost/v1/series/victim",
                "x?y://localhost/v1/series/victim",
                "?x://localhost/v1/series/victim",
                "#x://localhost/v1/series/victim"
            })
    @DisplayName("are not guessed where the request line has neither a path nor a whole URI with a host and a path")
    void neitherPathNorUri(String target) throws IOException {
        String before = stored();
        Response response = RawRequest.sendLines("", "DELETE " + target + " HTTP/1.1");
        BadInput.requireProblem(target, response, 400, "", null);
        assertThat(stored()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http:/v1/series/victim",
                "v1/series/victim",
                "localhost:80",
                "localhost:80/v1/series/victim",
                "*"
            })
    @DisplayName("are looked for only behind a slash or a host")
    void noSlash(String target) throws IOException {
        String before = stored();
        Response response = RawRequest.sendLines("", "DELETE " + target + " HTTP/1.1");
        BadInput.requireProblem(target, response, response.statusCode(), "", null);
        assertThat(response.statusCode()).as(target).isIn(400, 404);
        assertThat(stored()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost/v1/series?prefix=victim",
                "HTTP://LOCALHOST/v1/series?prefix=victim",
                "https://localhost/v1/series?prefix=victim",
                "http://localhost:1/v1/series?prefix=victim",
                "http://localhost:/v1/series?prefix=victim",
                "http://127.0.0.1/v1/series?prefix=victim",
                "http://[::1]:9/v1/series?prefix=victim",
                "/v1/series?x=http://evil.example/v1/rankings&prefix=victim"
            })
    @DisplayName("may be part of a whole URI")
    void wholeUri(String target) throws IOException {
        Response response = RawRequest.sendLines("", "GET " + target + " HTTP/1.1");
        assertThat(response.statusCode()).as(target).isEqualTo(200);
        assertThat(response.asString()).contains("\"name\":\"victim\"");
        assertThat(RawRequest.sendLines("", "GET http://localhost HTTP/1.1").statusCode())
                .isEqualTo(200);
    }

    static Stream<String> badQueries() {
        return Stream.of(
                "x=1;confirm=flushall",
                "confirm=flushall;",
                "confirm=flushall&;",
                "confirm=flushall#",
                "x=1#&confirm=flushall",
                "confirm=flushall&confirm=no",
                "confirm=no&confirm=flushall",
                "confirm&confirm=flushall",
                "CONFIRM=no&confirm=flushall",
                "%63onfirm=no&confirm=flushall",
                "confirm=flushall&x=1&x=2",
                "x&".repeat(1_023) + "y&confirm=flushall",
                "confirm=flushall&x=%FF",
                "confirm=flushall&x=%C1%A1",
                "confirm=flushall&x=%ED%A0%80");
    }

    @ParameterizedTest
    @MethodSource("badQueries")
    @DisplayName("end at the question mark, and what is behind it is read in one way, or rejected")
    void badQuery(String query) throws IOException {
        String before = stored();
        Response response = RawRequest.sendLines("", "DELETE /v1/rankings?" + query + " HTTP/1.1");
        BadInput.requireProblem(query, response, 400, "", null);
        assertThat(stored()).isEqualTo(before);
    }

    @Test
    @DisplayName("may have a query with names of any characters")
    void query() throws IOException {
        Rest.events("{'series':'query;#+ 1','at':1,'count':1}");
        for (String query : List.of(
                "prefix=query%3B%23%2b%20",
                "prefix=query%3B%23%2B+1",
                "prefix=query%3B&prefix=query%3b&limit=1",
                "&prefix=query%3B&&x&=y&",
                "x=../a//&prefix=query%3B")) {
            Response response = RawRequest.sendLines("", "GET /v1/series?" + query + " HTTP/1.1");
            assertThat(response.asString())
                    .as(query)
                    .isEqualTo("{\"series\":[{\"name\":\"query;#+ 1\",\"kinds\":[\"counts\"]}],\"next\":null}");
        }
        Rest.delete("/v1/series/" + encoded("query;#+ 1")).statusCode(204);
        Rest.get("/v1/series?prefix=..%3B/../a//").statusCode(200);
        Rest.get("/v1/rankings?prefix=%2e%2e").statusCode(200);
        Response raw = RawRequest.sendLines("", "GET /v1/series?after=p;q1&prefix=p&limit=1 HTTP/1.1");
        BadInput.requireProblem("a raw ;", raw, 400, "%3B", null);
        Response twice = RawRequest.sendLines("", "GET /v1/series?limit=1&limit=2 HTTP/1.1");
        BadInput.requireProblem("two limits", twice, 400, "'limit'", null);
    }

    @Test
    @DisplayName("may end with one slash")
    void trailingSlash() {
        Rest.get("/v1/rankings/victim/").statusCode(200);
        Rest.get("/q/swagger-ui/").statusCode(200);
    }
}
