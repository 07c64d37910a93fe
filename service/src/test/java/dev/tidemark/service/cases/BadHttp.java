package dev.tidemark.service.cases;

import static dev.tidemark.service.cases.BadInput.call;
import static dev.tidemark.service.cases.BadInput.get;

import java.util.stream.Stream;

/** Requests that are bad before anybody looks at what they ask for, and bad names in their paths. */
final class BadHttp {

    private static final String CONTROL = "must not contain control characters";

    private BadHttp() {}

    private static BadInput typed(String method, String path, String type, String body) {
        return call("sent as " + type, method, path, 415, "Content-Type").with(type, body);
    }

    static Stream<BadInput> requests() {
        return Stream.of(
                call("unknown path", "GET", "/nothing", 404, "/nothing"),
                call("unknown path", "GET", "/v1", 404, "/v1"),
                call("unknown path", "GET", "/v1/nothing", 404, "/v1/nothing"),
                call("unknown path", "GET", "/v2/series", 404, "/v2/series"),
                call("unknown path", "GET", "/v1/series/NAME/sums", 404, "nothing at"),
                call("unknown path", "POST", "/v1/event", 404, "/v1/event").with(Rest.JSON, "[]"),
                call("unknown path", "GET", "/v1/boards", 404, "/v1/boards"),
                call("wrong method", "GET", "/v1/events", 405, "does not take this method"),
                call("wrong method", "PUT", "/v1/events", 405, "does not take this method")
                        .with(Rest.JSON, "[]"),
                call("wrong method", "PATCH", "/v1/rankings/NAME", 405, "does not take this method"),
                call("wrong method", "POST", "/v1/rankings/NAME/members", 405, "does not take this method")
                        .with(Rest.JSON, "{'scores':{'a':1}}"),
                call("wrong method", "PUT", "/v1/rankings/NAME/increments", 405, "does not take this method")
                        .with(Rest.JSON, "{'increments':[{'member':'a','by':1}]}"),
                call("wrong method", "GET", "/v1/series/NAME/limit", 405, "does not take this method"),
                call("wrong method", "DELETE", "/v1/backend", 405, "does not take this method"),
                call("wrong method", "GET", "/v1/commands", 405, "does not take this method"),
                call("wrong method", "PUT", "/", 405, "does not take this method")
                        .with(Rest.TEXT, "zget t a"),
                typed("POST", "/v1/events", "text/plain", "[{'series':'NAME','count':1}]"),
                typed("POST", "/v1/events", "application/xml", "<series/>"),
                typed("POST", "/v1/events", "application/x-www-form-urlencoded", "[{'series':'NAME','count':1}]"),
                typed("POST", "/v1/series/NAME/limit", "text/plain", "{'limit':1,'granularity':'1min'}"),
                typed("POST", "/v1/series/NAME/limit", Rest.NDJSON, "{'limit':1,'granularity':'1min'}"),
                typed("PUT", "/v1/rankings/NAME/members", "text/plain", "{'scores':{'a':5}}"),
                typed("POST", "/v1/rankings/NAME/increments", Rest.NDJSON, "{'increments':[]}"),
                typed("POST", "/v1/boards/NAME/hits", "text/plain", "{'hits':[{'member':'a'}]}"),
                typed("POST", "/v1/commands", Rest.JSON, "zadd NAME 1 a"),
                typed("POST", "/", Rest.JSON, "zadd NAME 1 a"),
                call("10,001 commands", "POST", "/v1/commands", 413, "at most 10000 commands")
                        .with(Rest.TEXT, "zadd NAME 1 a\n".repeat(10_001)),
                call("not UTF-8", "POST", "/v1/commands", 400, "UTF-8").withBytes(Rest.TEXT, "zadd NAME 1 \u00ff"));
    }

    private static BadInput write(String about, String method, String path, String body, String detail) {
        return call(about, method, path, 400, detail).with(Rest.JSON, body);
    }

    static Stream<BadInput> paths() {
        String long257 = "x".repeat(257);
        return Stream.of(
                get("NUL", "/v1/series/NAME%00/counts?granularity=1sec&from=0&to=1", "series " + CONTROL),
                get("line break", "/v1/series/NAME%0A/uniques?granularity=1sec&from=0&to=1", "series " + CONTROL),
                get("DEL", "/v1/series/NAME%7F/samples?from=0&to=1", "series " + CONTROL),
                get("C1 control", "/v1/series/NAME%C2%85/samples?from=0&to=1", "series " + CONTROL),
                get("257 bytes", "/v1/series/" + long257 + "/counts?granularity=1sec&from=0&to=1", "at most 256"),
                get("260 bytes", "/v1/series/" + "%F0%9F%98%80".repeat(65) + "/samples?from=0&to=1", "at most 256"),
                write("NUL", "POST", "/v1/series/NAME%00/limit", "{'limit':1,'granularity':'1min'}", CONTROL),
                write(
                        "257 bytes",
                        "POST",
                        "/v1/series/" + long257 + "/limit",
                        "{'limit':1,'granularity':'1min'}",
                        "at most"),
                call("NUL", "DELETE", "/v1/series/%00", 400, CONTROL),
                get("NUL", "/v1/rankings/NAME%00", "table " + CONTROL),
                get("257 bytes", "/v1/rankings/" + long257, "table must be at most 256"),
                get("NUL", "/v1/rankings/NAME/members/%00", "member " + CONTROL),
                get("257 bytes", "/v1/rankings/NAME/members/" + long257, "member must be at most 256"),
                get("DEL", "/v1/rankings/NAME/members/%7F/around", "member " + CONTROL),
                call("line break", "DELETE", "/v1/rankings/NAME/members/%0A", 400, "member " + CONTROL),
                call("line break", "DELETE", "/v1/rankings/NAME%0A", 400, "table " + CONTROL),
                write("NUL", "PUT", "/v1/rankings/NAME%00/members", "{'scores':{'a':5}}", "table " + CONTROL),
                write(
                        "NUL",
                        "POST",
                        "/v1/rankings/NAME%00/increments",
                        "{'increments':[{'member':'a','by':1}]}",
                        CONTROL),
                write("NUL", "POST", "/v1/boards/NAME%00/hits", "{'hits':[{'member':'a'}]}", "board " + CONTROL),
                write(
                        "257 bytes",
                        "POST",
                        "/v1/boards/" + long257 + "/hits",
                        "{'hits':[{'member':'a'}]}",
                        "board must be"),
                get("NUL", "/v1/boards/NAME%00/top", "board " + CONTROL),
                get("NUL", "/v1/boards/NAME/members/%00?from=2026-11-15&to=2026-11-15", "member " + CONTROL),
                write("not UTF-8", "PUT", "/v1/rankings/NAME%FF/members", "{'scores':{'a':5}}", "UTF-8"),
                write("not UTF-8", "POST", "/v1/boards/NAME%E9/hits", "{'hits':[{'member':'a'}]}", "UTF-8"),
                get("not UTF-8", "/v1/series/NAME%FF/counts?granularity=1sec&from=0&to=1", "UTF-8"),
                // The client sends one slash for two; PathsCases has what a client sends that does not.
                call("empty", "PUT", "/v1/rankings//members", 405, "method").with(Rest.JSON, "{'scores':{'a':5}}"),
                call("empty", "GET", "/v1/series//counts?granularity=1sec&from=0&to=1", 405, "method"));
    }
}
