package dev.tidemark.service.cases;

import java.util.Collections;
import java.util.stream.Stream;

/** Bodies of {@code POST /v1/events} that are bad as a whole. */
final class BadBatches {

    private static final String GOOD = "{'series':'NAME','at':1,'count':1}";
    private static final String MUST_BE_ARRAY = "the body must be an array of events";

    private BadBatches() {}

    private static BadInput array(String about, String body, String detail) {
        return BadInput.post("array: " + about, "/v1/events", body, detail);
    }

    private static BadInput lines(String about, String body, String detail) {
        return BadInput.post("lines: " + about, "/v1/events", "", detail).with(Rest.NDJSON, body);
    }

    private static BadInput bytes(String about, String bytes, String detail) {
        return array(about, "", detail).withBytes(Rest.JSON, bytes);
    }

    private static String many(int events, String separator) {
        return String.join(separator, Collections.nCopies(events, GOOD));
    }

    static Stream<BadInput> arrays() {
        return Stream.of(
                array("empty body", "", MUST_BE_ARRAY),
                array("only blanks", " \n ", MUST_BE_ARRAY),
                array("null", "null", MUST_BE_ARRAY),
                array("a number", "1", MUST_BE_ARRAY),
                array("a string", "'NAME'", MUST_BE_ARRAY),
                array("a single event", GOOD, MUST_BE_ARRAY),
                array("not JSON", "hello", "not valid JSON"),
                array("lines sent as JSON", GOOD + "\n" + GOOD, MUST_BE_ARRAY),
                array("null among events", "[" + GOOD + ",null]", "must be a JSON object")
                        .at(1),
                array("number among events", "[" + GOOD + ",1]", "must be a JSON object")
                        .at(1),
                array("string among events", "[" + GOOD + ",'a']", "must be a JSON object")
                        .at(1),
                array("array among events", "[" + GOOD + ",[" + GOOD + "]]", "must be a JSON object")
                        .at(1),
                array("the first of many is bad", "[{}," + many(50, ",") + "]", "event 0")
                        .at(0),
                array("cut within a name", "[" + GOOD + ",{'series':'NA", "not valid JSON")
                        .at(1),
                array("cut behind a field", "[" + GOOD + ",{'series':", "not valid JSON")
                        .at(1),
                array("cut within an event", "[" + GOOD + ",{'series':'NAME','count':1", "not valid JSON")
                        .at(1),
                array("cut behind an event", "[" + GOOD, "not valid JSON").at(1),
                array("cut behind a comma", "[" + GOOD + ",", "not valid JSON").at(1),
                array("cut at the beginning", "[", "not valid JSON").at(0),
                array("comma before the end", "[" + GOOD + ",]", "not valid JSON")
                        .at(1),
                array("comma missing", "[" + GOOD + GOOD + "]", "not valid JSON")
                        .at(1),
                array("garbage behind", "[" + GOOD + "] x", "not valid JSON"),
                array("something behind", "[" + GOOD + "] [" + GOOD + "]", "something behind"),
                array("comment", "[" + GOOD + "/* , */]", "not valid JSON"),
                array("single quotes", "[" + GOOD + ",{\u2019series\u2019:1}]", "not valid JSON"),
                array("10,000 levels", "[" + GOOD + "," + "[".repeat(10_000) + "]".repeat(10_000) + "]", "event 1")
                        .at(1),
                array("10,000 levels, cut", "[".repeat(10_000), "event 0").at(0),
                array(
                                "10,000 levels within a field",
                                "[" + GOOD + ",{'series':'NAME','count':" + "{'a':".repeat(10_000),
                                "event 1")
                        .at(1),
                array("field name of 60,000 characters", "[" + GOOD + ",{'" + "a".repeat(60_000) + "':1}]", "event 1")
                        .at(1),
                array("series called ..", "[" + GOOD + ",{'series':'..','count':1}]", "not be '..'")
                        .at(1),
                array("10,001 events", "[" + many(10_001, ",") + "]", "at most 10000 events")
                        .answers(413),
                bytes("a byte that is not UTF-8", "[{'series':'NAME\u00ff','count':1}]", "not valid JSON"),
                bytes("Latin-1", "[{'series':'NAME\u00e9','count':1}]", "not valid JSON"),
                bytes("a cut character", "[{'series':'NAME\u00e2\u0082','count':1}]", "not valid JSON"),
                bytes("a surrogate as bytes", "[{'series':'NAME\u00ed\u00a0\u0080','count':1}]", ""),
                bytes("an overlong NUL", "[{'series':'NAME\u00c0\u0080','count':1}]", ""),
                bytes(
                        "a pair of surrogates as bytes",
                        "[{'series':'NAME\u00ed\u00a0\u00bd\u00ed\u00b8\u0080','count':1}]",
                        ""),
                bytes("a NUL byte behind", "[" + GOOD + "]\u0000", "not valid JSON"));
    }

    static Stream<BadInput> lines() {
        return Stream.of(
                lines("cut", GOOD + "\n{'series':'NAME','cou", "not valid JSON").at(1),
                lines("cut, and a good one behind", GOOD + "\n{'series':'NAME',\n" + GOOD, "not valid JSON")
                        .at(1),
                lines("event over two lines", "{'series':'NAME',\n'count':1}", "not valid JSON")
                        .at(0),
                lines("two values on a line", GOOD + "\n" + GOOD + " " + GOOD, "more than one value")
                        .at(1),
                lines("two values without a blank", GOOD + GOOD, "more than one value")
                        .at(0),
                lines("comma behind an event", GOOD + ",\n" + GOOD, "not valid JSON")
                        .at(0),
                lines("garbage behind an event", GOOD + "\n" + GOOD + " x", "not valid JSON")
                        .at(1),
                lines("array on a line", GOOD + "\n[" + GOOD + "]", "must be a JSON object")
                        .at(1),
                lines("whole array", "[" + GOOD + "," + GOOD + "]", "must be a JSON object")
                        .at(0),
                lines("series called .", GOOD + "\n" + GOOD + "\n{'series':'.','value':1}", "not be '.'")
                        .at(2),
                lines("null on a line", GOOD + "\nnull", "must be a JSON object")
                        .at(1),
                lines("number on a line", GOOD + "\n1", "must be a JSON object").at(1),
                lines("not JSON", GOOD + "\nhello", "not valid JSON").at(1),
                lines("bad event behind blank lines", "\n\n" + GOOD + "\n\n{}\n", "series is missing")
                        .at(1),
                lines("10,000 levels", GOOD + "\n" + "[".repeat(10_000), "event 1")
                        .at(1),
                lines("10,001 events", many(10_001, "\n"), "at most 10000 events")
                        .answers(413),
                lines("not UTF-8", "", "not valid JSON")
                        .withBytes(Rest.NDJSON, GOOD + "\n{'series':'NAME\u00ff','count':1}")
                        .at(1));
    }
}
