package dev.tidemark.service.cases;

import static dev.tidemark.service.cases.BadInput.call;
import static dev.tidemark.service.cases.BadInput.get;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Bad requests below {@code /v1/rankings}. */
final class BadRankings {

    private static final String WHOLE = " must be a whole number within 64 bits";
    private static final String SCORES = "-9007199254740991 to 9007199254740991";

    private BadRankings() {}

    private static String shortened(String body) {
        return body.length() > 70 ? body.substring(0, 70) + "…" : body;
    }

    private static BadInput set(String body, String detail) {
        return BadInput.put("set " + shortened(body), "/v1/rankings/NAME/members", body, detail);
    }

    /** A bad score or member next to a good one. */
    private static BadInput score(String entry, String detail) {
        return set("{'scores':{'good':1," + entry + "}}", detail);
    }

    private static String members(int count, String format) {
        return IntStream.range(0, count)
                .mapToObj(i -> format.replace("#", "m" + i))
                .collect(Collectors.joining(","));
    }

    static Stream<BadInput> scores() {
        return Stream.of(
                set("", "the body is empty"),
                set("null", "the body is null"),
                set("[]", "the body must be a JSON object"),
                set("5", "the body must be a JSON object"),
                set("{}", "scores is missing"),
                set("{'scores':null}", "scores is missing"),
                set("{'scores':[]}", "scores must be a JSON object"),
                set("{'scores':'a'}", "scores must be a JSON object"),
                set("{'scores':5}", "scores must be a JSON object"),
                set("{'scores':{'a':5}", "not valid JSON"),
                set("{'scores':{'a':5}} x", ""),
                set("{'scores':{'a':5},'scores':{'b':5}}", "scores"),
                set("{'scores':{'a':5},'expiresIn':5}", "unknown field expiresIn"),
                set("{'scores':{'a':" + "[".repeat(10_000), ""),
                set("{'scores':{" + members(1_001, "'#':1") + "}}", "at most 1000 members")
                        .answers(413),
                set("", "not valid").withBytes(Rest.JSON, "{'scores':{'\u00ff':5}}"),
                score("'a':'5'", "scores.a" + WHOLE),
                score("'a':''", "scores.a" + WHOLE),
                score("'a':1.5", "scores.a" + WHOLE),
                score("'a':1e3", "scores.a" + WHOLE),
                score("'a':true", "scores.a" + WHOLE),
                score("'a':null", "the score of 'a' is missing"),
                score("'a':[5]", "scores.a" + WHOLE),
                score("'a':{}", "scores.a" + WHOLE),
                score("'a':NaN", "not valid JSON"),
                score("'a':1e999", "scores.a" + WHOLE),
                score("'a':9007199254740992", SCORES),
                score("'a':-9007199254740992", SCORES),
                score("'a':9223372036854775808", "scores" + WHOLE),
                score("'':5", "member must not be empty"),
                score("'" + "x".repeat(257) + "':5", "member must be at most 256 UTF-8 bytes"),
                score("'a\\u0000':5", "member must not contain control characters"),
                score("'a\\nb':5", "member must not contain control characters"),
                score("'a\\u007f':5", "member must not contain control characters"),
                score("'\\ud800':5", "surrogate"),
                score("'good':2", "good"));
    }

    private static BadInput increment(String body, String detail) {
        return BadInput.post("increment " + shortened(body), "/v1/rankings/NAME/increments", body, detail);
    }

    /** A bad increment behind a good one. */
    private static BadInput item(String item, String detail) {
        return increment("{'increments':[{'member':'good','by':1}," + item + "]}", detail)
                .at(1);
    }

    private static BadInput expiresIn(String value, String detail) {
        return increment("{'expiresIn':" + value + ",'increments':[{'member':'a','by':1}]}", detail);
    }

    static Stream<BadInput> increments() {
        return Stream.of(
                increment("", "the body is empty"),
                increment("null", "the body is null"),
                increment("[{'member':'a','by':1}]", "the body must be a JSON object"),
                increment("{}", "increments is missing"),
                increment("{'increments':{'member':'a','by':1}}", "increments must be an array"),
                increment("{'increments':'a'}", "increments must be an array"),
                increment("{'increments':[{'member':'a','by':1}],'ttl':5}", "unknown field ttl"),
                increment("{'increments':[{'member':'a','by':1}", "not valid JSON"),
                increment("{'increments':[" + members(1_001, "{'member':'#','by':1}") + "]}", "at most 1000 members")
                        .answers(413),
                item("null", "increment is missing"),
                item("1", "increments[1] must be a JSON object"),
                item("[]", "increments[1] must be a JSON object"),
                item("'a'", "increments[1] must be a JSON object"),
                item("{}", "member is missing"),
                item("{'by':1}", "member is missing"),
                item("{'member':'a'}", "by is missing"),
                item("{'member':null,'by':1}", "member is missing"),
                item("{'member':1,'by':1}", "increments[1].member must be a string"),
                item("{'member':true,'by':1}", "increments[1].member must be a string"),
                item("{'member':['a'],'by':1}", "increments[1].member must be a string"),
                item("{'member':'','by':1}", "member must not be empty"),
                item("{'member':'" + "x".repeat(257) + "','by':1}", "member must be at most 256"),
                item("{'member':'a\\u0000','by':1}", "member must not contain control characters"),
                item("{'member':'\\ud800','by':1}", "member must be valid Unicode"),
                item("{'member':'a','by':'1'}", "increments[1].by" + WHOLE),
                item("{'member':'a','by':1.5}", "increments[1].by" + WHOLE),
                item("{'member':'a','by':true}", "increments[1].by" + WHOLE),
                item("{'member':'a','by':null}", "by is missing"),
                item("{'member':'a','by':[1]}", "increments[1].by" + WHOLE),
                item("{'member':'a','by':9007199254740992}", SCORES),
                item("{'member':'a','by':9223372036854775808}", "increments[1].by" + WHOLE),
                item("{'member':'a','by':1,'by':2}", "by"),
                item("{'member':'a','by':1,'score':2}", "unknown field increments[1].score"),
                expiresIn("0", "expiresIn must be"),
                expiresIn("-1", "expiresIn must be"),
                expiresIn("0.0001", "expiresIn must be"),
                expiresIn("10000000000", "expiresIn must be"),
                expiresIn("1e30", "expiresIn must be"),
                expiresIn("1e999999999", "expiresIn must be"),
                expiresIn("1e-999999999", "expiresIn must be"),
                expiresIn("'5'", "expiresIn must be a number"),
                expiresIn("'PT5S'", "expiresIn must be a number"),
                expiresIn("''", "expiresIn must be a number"),
                expiresIn("true", "expiresIn must be a number"),
                expiresIn("[5]", "expiresIn must be a number"),
                expiresIn("{}", "expiresIn must be a number"),
                expiresIn("NaN", "not valid JSON"));
    }

    private static Stream<BadInput> withMembers(String call) {
        return Stream.of(
                members(call, "", "the body is empty"),
                members(call, "null", "the body is null"),
                members(call, "['a']", "the body must be a JSON object"),
                members(call, "{}", "members is missing"),
                members(call, "{'members':null}", "members is missing"),
                members(call, "{'members':'a'}", "members must be an array"),
                members(call, "{'members':{'a':1}}", "members must be an array"),
                members(call, "{'members':['a'],'member':'a'}", "unknown field member"),
                members(call, "{'members':['a']", "not valid JSON"),
                members(call, "{'members':[" + members(1_001, "'#'") + "]}", "at most 1000 members")
                        .answers(413),
                members(call, "{'members':['a',null]}", "member is missing").at(1),
                members(call, "{'members':['a',1]}", "members[1] must be a string")
                        .at(1),
                members(call, "{'members':['a',['b']]}", "members[1] must be a string")
                        .at(1),
                members(call, "{'members':['a','']}", "member must not be empty")
                        .at(1),
                members(call, "{'members':['a','" + "x".repeat(257) + "']}", "member must be at most 256")
                        .at(1),
                members(call, "{'members':['a','b\\n']}", "member must not contain control characters")
                        .at(1));
    }

    private static BadInput members(String call, String body, String detail) {
        return BadInput.post(call + " " + shortened(body), "/v1/rankings/NAME/" + call, body, detail);
    }

    static Stream<BadInput> members() {
        return Stream.of(
                        withMembers("lookup"),
                        withMembers("remove"),
                        Stream.of(
                                members("lookup", "{'members':['a'],'order':'up'}", "order must be desc or asc"),
                                members("lookup", "{'members':['a'],'order':1}", "order must be a string"),
                                members("remove", "{'members':['a'],'order':'asc'}", "unknown field order")))
                .flatMap(rows -> rows);
    }

    static Stream<BadInput> queries() {
        return Stream.of(
                get("range", "/v1/rankings/NAME?order=up", "order must be desc or asc"),
                get("range", "/v1/rankings/NAME?order=DESC", "order must be desc or asc"),
                get("range", "/v1/rankings/NAME?offset=-1", "offset must be 0 to"),
                get("range", "/v1/rankings/NAME?offset=first", "offset must be a whole number"),
                get("range", "/v1/rankings/NAME?offset=9223372036854775808", "offset must be"),
                get("range", "/v1/rankings/NAME?offset=1.5", "offset must be a whole number"),
                get("range", "/v1/rankings/NAME?count=-1", "count must be 0 to 1000"),
                get("range", "/v1/rankings/NAME?count=1001", "count must be 0 to 1000"),
                get("range", "/v1/rankings/NAME?count=all", "count must be a whole number"),
                get("member", "/v1/rankings/NAME/members/a?order=up", "order must be desc or asc"),
                get("around", "/v1/rankings/NAME/members/a/around?order=up", "order must be desc or asc"),
                get("around", "/v1/rankings/NAME/members/a/around?radius=-1", "radius must be 0 to 1000"),
                get("around", "/v1/rankings/NAME/members/a/around?radius=1001", "radius must be 0 to 1000"),
                get("around", "/v1/rankings/NAME/members/a/around?radius=wide", "radius must be a whole number"),
                get("list", "/v1/rankings?limit=0", "limit must be 1 to 1000"),
                get("list", "/v1/rankings?limit=-1", "limit must be 1 to 1000"),
                get("list", "/v1/rankings?limit=1001", "limit must be 1 to 1000"),
                get("list", "/v1/rankings?limit=ten", "limit must be a whole number"),
                get("list", "/v1/rankings?prefix=%7F", "prefix must not contain control characters"),
                get("list", "/v1/rankings?after=" + "x".repeat(257), "after must be at most 256"),
                call("flushall", "DELETE", "/v1/rankings", 400, "confirm=flushall"),
                call("flushall", "DELETE", "/v1/rankings?confirm=", 400, "confirm=flushall"),
                call("flushall", "DELETE", "/v1/rankings?confirm=true", 400, "confirm=flushall"),
                call("unknown member", "GET", "/v1/rankings/NAME/members/a", 404, "there is no member 'a'"),
                call("unknown member", "GET", "/v1/rankings/NAME/members/a/around", 404, "there is no member 'a'"),
                call("unknown member", "DELETE", "/v1/rankings/NAME/members/a", 404, "there is no member 'a'"),
                call("unknown table", "DELETE", "/v1/rankings/NAME", 404, "there is no table 'bad-"));
    }
}
