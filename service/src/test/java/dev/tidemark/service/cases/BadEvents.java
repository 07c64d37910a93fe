package dev.tidemark.service.cases;

import java.util.stream.Stream;

/** One bad event behind a good one: the second is refused, and the first is not stored. */
final class BadEvents {

    private static final String WHOLE = "count must be a whole number within 64 bits";
    private static final String TIME = "at must be epoch seconds or";
    private static final String YEARS = "years 1 to 9999";

    private BadEvents() {}

    private static BadInput event(String about, String event, String detail) {
        return BadInput.post(about, "/v1/events", "[{'series':'NAME','at':1,'count':1}," + event + "]", detail)
                .at(1);
    }

    private static BadInput field(String field, String value, String detail) {
        String about = field + " is " + value;
        return field.equals("series")
                ? event(about, "{'series':%s,'count':1}".formatted(value), detail)
                : event(about, "{'series':'NAME','%s':%s}".formatted(field, value), detail);
    }

    static Stream<BadInput> fields() {
        return Stream.of(
                event("series is missing", "{'count':1}", "series is missing"),
                event("everything is missing", "{}", "series is missing"),
                field("series", "null", "series must be a string"),
                field("series", "1", "series must be a string"),
                field("series", "true", "series must be a string"),
                field("series", "['NAME']", "series must be a string"),
                field("series", "{'NAME':{'NAME':[]}}", "series must be a string"),
                field("count", "'1'", WHOLE),
                field("count", "1.5", WHOLE),
                field("count", "1.0", WHOLE),
                field("count", "1e3", WHOLE),
                field("count", "true", WHOLE),
                field("count", "null", WHOLE),
                field("count", "[1]", WHOLE),
                field("count", "{'a':1}", WHOLE),
                field("count", "9223372036854775808", WHOLE),
                field("count", "-9223372036854775809", WHOLE),
                field("count", "1e999", WHOLE),
                field("count", "NaN", "not valid JSON"),
                field("count", "1".repeat(2_000), "event 1"),
                field("member", "1", "member must be a string"),
                field("member", "true", "member must be a string"),
                field("member", "null", "member must be a string"),
                field("member", "['a']", "member must be a string"),
                field("member", "{}", "member must be a string"),
                field("value", "'1.5'", "value must be a number"),
                field("value", "true", "value must be a number"),
                field("value", "null", "value must be a number"),
                field("value", "[1]", "value must be a number"),
                field("value", "{}", "value must be a number"),
                field("value", "NaN", "not valid JSON"),
                field("value", "Infinity", "not valid JSON"),
                field("value", "-Infinity", "not valid JSON"),
                field("value", "'NaN'", "value must be a number"),
                field("value", "1e999", "finite"),
                field("value", "-1e999", "finite"),
                field("value", "0x10", "not valid JSON"),
                field("value", "01", "not valid JSON"),
                field("value", ".5", "not valid JSON"),
                field("colour", "'red'", "unknown field 'colour'"),
                event("none of count, member, value", "{'series':'NAME','at':1}", "exactly one of"),
                event("count and member", "{'series':'NAME','count':1,'member':'a'}", "exactly one of"),
                event("count and value", "{'series':'NAME','count':1,'value':1}", "exactly one of"),
                event("member and value", "{'series':'NAME','member':'a','value':1}", "exactly one of"),
                event("all three", "{'series':'NAME','count':1,'member':'a','value':1}", "exactly one of"),
                event("series twice", "{'series':'NAME','series':'NAME','count':1}", "series is there twice"),
                event("at twice", "{'series':'NAME','at':1,'at':1,'count':1}", "at is there twice"),
                event("count twice", "{'series':'NAME','count':1,'count':1}", "count is there twice"),
                event("member twice", "{'series':'NAME','member':'a','member':'a'}", "member is there twice"),
                event("value twice", "{'series':'NAME','value':1,'value':1}", "value is there twice"));
    }

    private static BadInput time(String at, String detail) {
        return event("at is " + at, "{'series':'NAME','count':1,'at':" + at + "}", detail);
    }

    static Stream<BadInput> times() {
        return Stream.of(
                time("true", TIME),
                time("null", TIME),
                time("[1]", TIME),
                time("{'epoch':1}", TIME),
                time("''", TIME),
                time("'yesterday'", TIME),
                time("'NaN'", TIME),
                time("'Infinity'", TIME),
                time("'2026-11-15T12:00:00'", TIME),
                time("'2026-11-15T12:00'", TIME),
                time("'2026-13-01T00:00:00Z'", TIME),
                time("'2026-02-30T00:00:00Z'", TIME),
                time("'2026-11-15T25:00:00Z'", TIME),
                time("'2026-11-15T12:00:00+25:00'", TIME),
                time("'2026-11-15T12:00:00Zulu'", TIME),
                time("'15.11.2026'", TIME),
                time("'0000-06-01T00:00:00Z'", YEARS),
                time("'-0001-06-01T00:00:00Z'", YEARS),
                time("'+10000-01-01T00:00:00Z'", YEARS),
                time("'0001-01-01T00:00:00+00:01'", YEARS),
                time("-62135596801", YEARS),
                time("253402300800", YEARS),
                time("1763164800000", "seconds, not milliseconds"),
                time("9223372036854775807", YEARS),
                time("1e99", YEARS),
                time("1e999", "at must be"),
                time("1e999999999", "at must be"),
                time("NaN", "not valid JSON"));
    }

    private static BadInput name(String about, String name, String detail) {
        return event("series " + about, "{'series':'" + name + "','count':1}", "series must " + detail);
    }

    private static BadInput member(String about, String name, String detail) {
        return event("member " + about, "{'series':'NAME','member':'" + name + "'}", "member must " + detail);
    }

    static Stream<BadInput> names() {
        return Stream.of(
                name("is empty", "", "not be empty"),
                name("is .", ".", "not be '.'"),
                name("is ..", "..", "not be '..'"),
                name("is an escaped ..", ".\\u002e", "not be '..'"),
                name("has 257 bytes", "x".repeat(257), "be at most 256 UTF-8 bytes"),
                name("has 260 bytes in 65 characters", "\uD83D\uDE00".repeat(65), "be at most 256 UTF-8 bytes"),
                name("has 8,000 bytes", "x".repeat(8_000), "be at most 256 UTF-8 bytes"),
                name("has a NUL", "NAME\\u0000", "not contain control characters"),
                name("has a line break", "NAME\\nb", "not contain control characters"),
                name("has a tab", "\\tNAME", "not contain control characters"),
                name("has a DEL", "NAME\\u007f", "not contain control characters"),
                name("has a C1 control", "NAME\\u0085", "not contain control characters"),
                name("has half a character", "NAME\\ud800", "be valid Unicode"),
                name("has the other half", "NAME\\udc00", "be valid Unicode"),
                name("has the halves swapped", "NAME\\ude00\\ud83d", "be valid Unicode"),
                member("is empty", "", "not be empty"),
                member("has 257 bytes", "x".repeat(257), "be at most 256 UTF-8 bytes"),
                member("has a NUL", "a\\u0000", "not contain control characters"),
                member("has a line break", "a\\nb", "not contain control characters"),
                member("has a DEL", "a\\u007f", "not contain control characters"),
                member("has half a character", "a\\ud800", "be valid Unicode"),
                event("series has a bare line break", "{'series':'NAME\n','count':1}", "not valid JSON"));
    }
}
