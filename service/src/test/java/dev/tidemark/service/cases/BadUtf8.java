package dev.tidemark.service.cases;

import java.util.List;
import java.util.stream.Stream;

/** Bodies with bytes that are not UTF-8, which lenient decoders read as other characters. */
final class BadUtf8 {

    private static final String GOOD = "{'series':'NAME','at':1,'count':1}";

    /** Each byte as a Latin-1 character. */
    private static final List<Bytes> ALL = List.of(
            new Bytes("an overlong 'a' of two bytes", "\u00c1\u00a1"),
            new Bytes("an overlong 'a' of three bytes", "\u00e0\u0081\u00a1"),
            new Bytes("an overlong 'a' of four bytes", "\u00f0\u0080\u0081\u00a1"),
            new Bytes("an overlong '\u00e9'", "\u00e0\u0083\u00a9"),
            new Bytes("an overlong blank", "\u00c0\u00a0"),
            new Bytes("a surrogate", "\u00ed\u00a0\u0080"),
            new Bytes("a pair of surrogates", "\u00ed\u00a0\u00bd\u00ed\u00b8\u0080"),
            new Bytes("a character above U+10FFFF", "\u00f4\u0090\u0080\u0080"),
            new Bytes("a character of five bytes", "\u00f8\u0088\u0080\u0080\u0080"),
            new Bytes("a byte that only goes on", "\u0080"),
            new Bytes("a cut character", "\u00e2\u0082"),
            new Bytes("Latin-1", "\u00e9"),
            new Bytes("a byte that never occurs", "\u00ff"));

    private record Bytes(String about, String latin1) {

        BadInput in(String where, String method, String path, String type, String body) {
            return BadInput.call(where + ": " + about, method, path, 400, "invalid UTF-8")
                    .withBytes(type, body.replace("#", latin1));
        }

        BadInput in(String where, String path, String body) {
            return in(where, "POST", path, Rest.JSON, body);
        }

        BadInput inArray(String where, String body) {
            return in(where, "/v1/events", body);
        }

        BadInput inLines(String where, String body) {
            return in(where, "POST", "/v1/events", Rest.NDJSON, body);
        }
    }

    static Stream<BadInput> events() {
        return ALL.stream()
                .flatMap(bytes -> Stream.of(
                        bytes.inArray("series", "[" + GOOD + ",{'series':'NAME#','count':1}]")
                                .at(1),
                        bytes.inArray("member", "[{'series':'NAME','member':'#b'}]")
                                .at(0),
                        bytes.inArray("field", "[" + GOOD + ",{'series':'NAME','count#':1}]")
                                .at(1),
                        bytes.inArray("between events", "[" + GOOD + ",#" + GOOD + "]")
                                .at(1),
                        bytes.inArray("behind events", "[" + GOOD + "]#"),
                        bytes.inArray("far behind", "[" + GOOD + (",\n" + GOOD).repeat(999) + ",{'series':'#'}]")
                                .at(1_000)));
    }

    static Stream<BadInput> lines() {
        return ALL.stream()
                .flatMap(bytes -> Stream.of(
                        bytes.inLines("series on a line", GOOD + "\n{'series':'NAME#','count':1}\n" + GOOD)
                                .at(1),
                        bytes.inLines("field on a line", GOOD + "\n\n{'series':'NAME','count#':1}")
                                .at(1),
                        bytes.inLines("behind an event", GOOD + "#\n" + GOOD).at(0),
                        bytes.inLines("line of its own", GOOD + "\n#").at(1)));
    }

    static Stream<BadInput> others() {
        return ALL.stream()
                .flatMap(bytes -> Stream.of(
                        bytes.in("score", "PUT", "/v1/rankings/NAME/members", Rest.JSON, "{'scores':{'good':1,'#':1}}"),
                        bytes.in(
                                "increment",
                                "/v1/rankings/NAME/increments",
                                "{'increments':[{'member':'good','by':1},{'member':'#','by':1}]}"),
                        bytes.in("remove", "/v1/rankings/NAME/remove", "{'members':['#']}"),
                        bytes.in("hit", "/v1/boards/NAME/hits", "{'hits':[{'member':'#'}]}"),
                        bytes.in("field of a limit", "/v1/series/NAME/limit", "{'limit#':1}"),
                        bytes.in("behind a limit", "/v1/series/NAME/limit", "{'limit':1,'granularity':'1sec'}#")));
    }
}
