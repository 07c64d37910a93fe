package dev.tidemark.service.cases;

import static dev.tidemark.service.cases.BadInput.get;

import java.util.stream.Stream;

/** Bad requests below {@code /v1/series}. */
final class BadSeries {

    private static final String KNOWN = "one of 1sec, 1min, 1hour, 1day";

    private BadSeries() {}

    private static BadInput counts(String query, String detail) {
        return get("counts", "/v1/series/NAME/counts?" + query, detail);
    }

    private static BadInput samples(String query, String detail) {
        return get("samples", "/v1/series/NAME/samples?" + query, detail);
    }

    static Stream<BadInput> ranges() {
        return Stream.of(
                counts("from=0&to=1", "granularity is missing"),
                counts("granularity=1sec&to=1", "from is missing"),
                counts("granularity=1sec&from=0", "to is missing"),
                counts("granularity=2sec&from=0&to=1", KNOWN),
                counts("granularity=&from=0&to=1", KNOWN),
                counts("granularity=1SEC&from=0&to=1", KNOWN),
                counts("granularity=1sec&from=&to=1", "from "),
                counts("granularity=1sec&from=x&to=1", "from must be"),
                counts("granularity=1sec&from=0&to=x", "to must be"),
                counts("granularity=1sec&from=NaN&to=1", "from must be"),
                counts("granularity=1sec&from=1e999&to=1", "from must be"),
                counts("granularity=1sec&from=2&to=1", "from must not be after to"),
                counts("granularity=1sec&from=2026-11-15T12:00:00&to=2026-11-15T12:00:01Z", "from must be"),
                counts("granularity=1sec&from=2026-02-30T00:00:00Z&to=2026-03-01T00:00:00Z", "from must be"),
                counts("granularity=1day&from=0000-12-31T23:59:59Z&to=0", "years 1 to 9999"),
                counts("granularity=1day&from=0&to=%2B10000-01-01T00:00:00Z", "years 1 to 9999"),
                counts("granularity=1day&from=0&to=1763164800000", "seconds, not milliseconds"),
                counts("granularity=1sec&from=0&to=11000", "11001 points"),
                counts("granularity=1sec&from=-62135596800&to=253402300799", "at most 11000"),
                get("uniques", "/v1/series/NAME/uniques?from=0&to=1", "granularity is missing"),
                get("uniques", "/v1/series/NAME/uniques?granularity=1sec&from=0", "to is missing"),
                get("uniques", "/v1/series/NAME/uniques?granularity=1h&from=0&to=1", KNOWN),
                get("uniques", "/v1/series/NAME/uniques?granularity=1min&from=0&to=660000", "11001 points"),
                samples("to=1", "from is missing"),
                samples("from=0", "to is missing"),
                samples("from=1&to=0", "from must not be after to"),
                samples("from=0&to=1&limit=0", "limit must be 1 to 11000"),
                samples("from=0&to=1&limit=-1", "limit must be 1 to 11000"),
                samples("from=0&to=1&limit=11001", "limit must be 1 to 11000"),
                samples("from=0&to=1&limit=many", "limit must be a whole number"),
                samples("from=0&to=1&limit=1.5", "limit must be a whole number"),
                samples("from=0&to=1&limit=99999999999999999999", "limit must be"),
                samples("from=0&to=1&granularity=1year", KNOWN),
                samples("from=0&to=11000&granularity=1sec", "11001 points"));
    }

    private static BadInput limit(String body, String detail) {
        return BadInput.post(
                "limit " + (body.length() > 60 ? body.substring(0, 60) : body), "/v1/series/NAME/limit", body, detail);
    }

    private static BadInput limit(String field, String value, String detail) {
        String others = field.equals("limit")
                ? "'granularity':'1min'"
                : field.equals("granularity") ? "'limit':1" : "'granularity':'1min','limit':1";
        return limit("{" + others + ",'" + field + "':" + value + "}", detail);
    }

    static Stream<BadInput> limits() {
        return Stream.of(
                limit("", "the body is empty"),
                limit("null", "the body is null"),
                limit("[]", "the body must be a JSON object"),
                limit("1", "the body must be a JSON object"),
                limit("'NAME'", "the body must be a JSON object"),
                limit("{'limit':1,'granularity':'1min'", "not valid JSON"),
                limit("{'limit':1,'granularity':'1min'} x", ""),
                limit("{'limit':1,'granularity':'1min'}{}", ""),
                limit("{}", "granularity is missing"),
                limit("{'granularity':'1min'}", "limit is missing"),
                limit("{'limit':1}", "granularity is missing"),
                limit("{'limit':1,'limit':2,'granularity':'1min'}", "limit"),
                limit("{'limit':1,'granularity':'1min','window':5}", "unknown field window"),
                limit("granularity", "'1year'", KNOWN),
                limit("granularity", "1", "granularity must be a string"),
                limit("granularity", "true", "granularity must be a string"),
                limit("granularity", "null", "granularity is missing"),
                limit("granularity", "['1min']", "granularity must be a string"),
                limit("granularity", "{}", "granularity must be a string"),
                limit("limit", "-1", "limit must be 0 to"),
                limit("limit", "'1'", "limit must be a whole number"),
                limit("limit", "''", "limit must be a whole number"),
                limit("limit", "1.5", "limit must be a whole number"),
                limit("limit", "true", "limit must be a whole number"),
                limit("limit", "null", "limit is missing"),
                limit("limit", "[1]", "limit must be a whole number"),
                limit("limit", "{}", "limit must be a whole number"),
                limit("limit", "9223372036854775808", "limit must be a whole number within 64 bits"),
                limit("limit", "NaN", "not valid JSON"),
                limit("count", "0", "count must be 1 to"),
                limit("count", "-1", "count must be 1 to"),
                limit("count", "'1'", "count must be a whole number"),
                limit("count", "1.5", "count must be a whole number"),
                limit("count", "false", "count must be a whole number"),
                limit("count", "9223372036854775808", "count must be a whole number within 64 bits"),
                limit("count", "[".repeat(10_000), ""));
    }

    static Stream<BadInput> lists() {
        return Stream.of(
                get("list", "/v1/series?limit=0", "limit must be 1 to 1000"),
                get("list", "/v1/series?limit=-1", "limit must be 1 to 1000"),
                get("list", "/v1/series?limit=1001", "limit must be 1 to 1000"),
                get("list", "/v1/series?limit=ten", "limit must be a whole number"),
                get("list", "/v1/series?prefix=a%00", "prefix must not contain control characters"),
                get("list", "/v1/series?prefix=" + "x".repeat(257), "prefix must be at most 256"),
                get("list", "/v1/series?after=a%0A", "after must not contain control characters"),
                BadInput.call("delete", "DELETE", "/v1/series/NAME", 404, "there is no series 'bad-"));
    }
}
