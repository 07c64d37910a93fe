package dev.tidemark.service.cases;

import static dev.tidemark.service.cases.BadInput.get;

import java.util.Collections;
import java.util.stream.Stream;

/** Bad requests below {@code /v1/boards}. */
final class BadBoards {

    private static final String PERIOD = "period must be total, a day";
    private static final String TIME = "at must be epoch seconds or";

    private BadBoards() {}

    private static BadInput hits(String body, String detail) {
        String about = body.length() > 70 ? body.substring(0, 70) + "…" : body;
        return BadInput.post("hits " + about, "/v1/boards/NAME/hits", body, detail);
    }

    /** A bad hit behind a good one. */
    private static BadInput hit(String hit, String detail) {
        return hits("{'hits':[{'member':'good'}," + hit + "]}", detail).at(1);
    }

    static Stream<BadInput> hits() {
        return Stream.of(
                hits("", "the body is empty"),
                hits("null", "the body is null"),
                hits("[]", "the body must be a JSON object"),
                hits("{}", "hits is missing"),
                hits("{'hits':{}}", "hits must be an array"),
                hits("{'hits':[{'member':'a'}],'board':'b'}", "unknown field board"),
                hits("{'hits':[{'member':'a'}", "not valid JSON"),
                hits(
                                "{'hits':[" + String.join(",", Collections.nCopies(1_001, "{'member':'a'}")) + "]}",
                                "at most 1000 hits")
                        .answers(413),
                hit("null", "hit is missing"),
                hit("'a'", "hits[1] must be a JSON object"),
                hit("{}", "member is missing"),
                hit("{'member':1}", "hits[1].member must be a string"),
                hit("{'member':''}", "member must not be empty"),
                hit("{'member':'a\\n'}", "member must not contain control characters"),
                hit("{'member':'a','by':'1'}", "hits[1].by must be a whole number"),
                hit("{'member':'a','by':1.5}", "hits[1].by must be a whole number"),
                hit("{'member':'a','by':9007199254740992}", "by must be -9007199254740991 to"),
                hit("{'member':'a','at':'soon'}", TIME),
                hit("{'member':'a','at':'2026-11-15T12:00:00'}", TIME),
                hit("{'member':'a','at':true}", TIME),
                hit("{'member':'a','at':[]}", TIME),
                hit("{'member':'a','at':1763164800000}", "seconds, not milliseconds"),
                hit("{'member':'a','at':'0000-01-01T00:00:00Z'}", "years 1 to 9999"),
                hit("{'member':'a','at':'+10000-01-01T00:00:00Z'}", "years 1 to 9999"),
                hit("{'member':'a','day':'2026-11-15'}", "unknown field hits[1].day"));
    }

    private static BadInput top(String query, String detail) {
        return get("top", "/v1/boards/NAME/top?" + query, detail);
    }

    private static BadInput days(String query, String detail) {
        return get("days", "/v1/boards/NAME/members/a?" + query, detail);
    }

    static Stream<BadInput> queries() {
        return Stream.of(
                top("period=today", PERIOD),
                top("period=TOTAL", PERIOD),
                top("period=2026", PERIOD),
                top("period=2026-13", PERIOD),
                top("period=2026-02-30", PERIOD),
                top("period=2026-W60", PERIOD),
                top("period=2026-W00", PERIOD),
                top("period=2025-W53", PERIOD),
                top("period=2026-w46", PERIOD),
                top("period=0000-01-01", "period"),
                top("period=0000-01", "period"),
                top("period=%2B10000-01-01", "period"),
                top("period=total&from=2026-11-15&to=2026-11-16", "period goes without from and to"),
                top("period=2026-11&from=2026-11-15", "period goes without from and to"),
                top("from=2026-11-15", "to is missing"),
                top("to=2026-11-15", "from is missing"),
                top("from=2026-11-16&to=2026-11-15", "from must not be after to"),
                top("from=2026-11-31&to=2026-12-01", "from must be"),
                top("from=2026-11-15T12:00:00&to=2026-11-16", "from must be"),
                top("from=0000-12-31&to=2026-11-15", "years 1 to 9999"),
                top("from=2026-11-15&to=%2B10000-01-01", "years 1 to 9999"),
                top("from=0001-01-01&to=9999-12-31", "at most 11000"),
                top("limit=0", "limit must be 1 to 1000"),
                top("limit=-1", "limit must be 1 to 1000"),
                top("limit=1001", "limit must be 1 to 1000"),
                top("limit=all", "limit must be a whole number"),
                days("to=2026-11-15", "from is missing"),
                days("from=2026-11-15", "to is missing"),
                days("from=2026-11-16&to=2026-11-15", "from must not be after to"),
                days("from=x&to=2026-11-15", "from must be"),
                days("from=1763164800000&to=2026-11-15", "seconds, not milliseconds"),
                days("from=1970-01-01&to=2000-02-13", "11001 days"));
    }
}
