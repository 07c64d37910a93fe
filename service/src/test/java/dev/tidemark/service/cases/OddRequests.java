package dev.tidemark.service.cases;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.tck.Oddities;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;

/** Makes up requests that are nearly right: a call of the OpenAPI document with odd names, queries, headers and bodies. */
final class OddRequests {

    private static final List<String> METHODS =
            List.of("GET", "PUT", "POST", "DELETE", "PATCH", "OPTIONS", "TRACE", "FOO", "get");

    private static final List<String> NAMES = Stream.of(
                    Oddities.names(),
                    Oddities.illegalNames(),
                    Oddities.dots(),
                    Stream.of(
                            "victim;", "victim;a=b", "victim/..", "victim/", "//victim", "..;/victim", "a&b", "#", "+"))
            .flatMap(names -> names)
            .toList();

    private static final List<String> PATH_ENDS =
            List.of("/", "//", "/..", "/.", ";", "/%2e%2e", "/x", "#a", "%", "\\");

    private static final List<String> VALUES = List.of(
            "",
            "0",
            "-1",
            "1",
            "10",
            "1.5",
            "1e999",
            "NaN",
            "now",
            "desc",
            "asc",
            "1min",
            "1sec",
            "total",
            "2026-W46",
            "2026-11-15",
            "9999-12-31T23:59:59Z",
            "9223372036854775808",
            "-9223372036854775809",
            "%00",
            "%FF",
            "%",
            "+",
            "%F0%9F%98%80",
            "9".repeat(400),
            "a%20b",
            ";",
            "..",
            "null",
            "[]",
            "%22",
            "a=b");

    private static final List<String> QUERY_ENDS = List.of("&", "?", "&=", "&from", "#", "&prefix=%zz", "&x=1");

    private static final List<String> TYPES = List.of(
            "json",
            "",
            "/",
            "application/json; charset=utf-16",
            "text/plain",
            "application/x-ndjson",
            "*/*",
            "a/b;;=",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "application/json\r\nContent-Type: a/b");

    private static final List<String> HEADERS = List.of(
            "Accept: ;;",
            "Accept: text/csv",
            "Accept: */*;q=x",
            "Accept-Encoding: gzip;q=x,,",
            "Accept-Language: \u00ff",
            "Expect: 100-continue",
            "Expect: x",
            "Content-Encoding: x",
            "Content-Encoding: gzip",
            "Range: bytes=5-2",
            "If-None-Match: \"",
            "Origin: http://evil.example",
            "Origin: null",
            "Origin: http://localhost",
            "Sec-Fetch-Site: cross-site",
            "Sec-Fetch-Site: none",
            "Connection: Upgrade\r\nUpgrade: websocket",
            "Cookie: ;=;",
            "X-HTTP-Method-Override: DELETE",
            "Authorization: Bearer \u00e9",
            "Idempotency-Key: \u00ff",
            "X-Request-Id: {}",
            "Transfer-Encoding: x",
            "Host: evil.example",
            "Forwarded: for=;;",
            "TE: x",
            "X: " + "y".repeat(8_000),
            "\u00e9: 1",
            "Content-Length: 0",
            "Last-Event-ID: -1");

    private static final List<String> TOKENS = List.of(
            "null",
            "{}",
            "[]",
            "\"",
            "\\u0000",
            "\\ud800",
            "-",
            "1e999",
            "99999999999999999999",
            "0.1",
            "true",
            ",",
            ":",
            "[".repeat(2_000),
            "{\"a\":".repeat(500),
            "\u0000",
            "\u00ff",
            "\u00c3",
            "\u00c1\u00a1",
            "\u00e0\u0081\u00a1",
            "\u00ed\u00a0\u0080",
            "\u00f4\u0090\u0080\u0080",
            "\n",
            " ",
            "..",
            "9007199254740991",
            "\u00ef\u00bb\u00bf",
            "x".repeat(300));

    private OddRequests() {}

    static Arbitrary<OddRequest> of(List<ApiCalls.Call> calls) {
        int queries =
                calls.stream().mapToInt(call -> call.queries().size()).max().orElse(0);
        return Combinators.combine(Arbitraries.of(calls), targets(queries), heads(), bodies())
                .as(OddRequest::of);
    }

    /** Nothing odd in most cases. */
    private static Arbitrary<String> mostlyNone(int normal, List<String> odd) {
        return Arbitraries.frequencyOf(Tuple.of(normal, Arbitraries.just("")), Tuple.of(1, Arbitraries.of(odd)));
    }

    private static Arbitrary<OddRequest.Target> targets(int queries) {
        Arbitrary<String> name =
                Arbitraries.frequencyOf(Tuple.of(1, Arbitraries.just("a")), Tuple.of(1, spelledNames()));
        Arbitrary<@Nullable String> value = Arbitraries.of(VALUES).injectNull(0.3);
        return Combinators.combine(
                        name.list().ofSize(2),
                        mostlyNone(19, PATH_ENDS),
                        value.list().ofSize(queries),
                        mostlyNone(19, QUERY_ENDS))
                .as(OddRequest.Target::new);
    }

    /** Names as they stand in paths: mostly escaped as they should be. */
    private static Arbitrary<String> spelledNames() {
        Arbitrary<Spelling> spelling = Arbitraries.frequency(
                Tuple.of(36, Spelling.UPPER_CASE),
                Tuple.of(36, Spelling.LOWER_CASE),
                Tuple.of(20, Spelling.ALL),
                Tuple.of(5, Spelling.RAW),
                Tuple.of(3, Spelling.TWICE));
        return Combinators.combine(Arbitraries.of(NAMES), spelling).as((name, how) -> how.spell(name));
    }

    private static Arbitrary<OddRequest.Head> heads() {
        Arbitrary<List<String>> headers = Arbitraries.frequencyOf(
                Tuple.of(2, Arbitraries.just(List.of())),
                Tuple.of(1, Arbitraries.of(HEADERS).list().ofMinSize(1).ofMaxSize(2)));
        return Combinators.combine(
                        mostlyNone(4, METHODS),
                        Arbitraries.frequency(Tuple.of(19, "Host: localhost\r\n"), Tuple.of(1, "")),
                        headers)
                .as(OddRequest.Head::new);
    }

    private static Arbitrary<OddRequest.Body> bodies() {
        Arbitrary<@Nullable String> type = mostlyNone(5, TYPES).injectNull(0.05);
        Arbitrary<List<OddRequest.Change>> changes = Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.just(List.of())),
                Tuple.of(7, changes().list().ofMinSize(1).ofMaxSize(3)));
        return Combinators.combine(
                        Arbitraries.frequency(Tuple.of(4, false), Tuple.of(1, true)),
                        Arbitraries.integers().between(0, 99),
                        type,
                        changes,
                        Arbitraries.frequency(Tuple.of(6, false), Tuple.of(1, true)))
                .as(OddRequest.Body::new);
    }

    private static Arbitrary<OddRequest.Change> changes() {
        Arbitrary<String> text = Arbitraries.frequencyOf(
                Tuple.of(2, Arbitraries.of(TOKENS)),
                Tuple.of(1, Arbitraries.of(NAMES).map(OddRequests::bytes)));
        return Combinators.combine(
                        Arbitraries.of(OddRequest.Kind.class),
                        Arbitraries.integers().between(0, 999).withDistribution(RandomDistribution.uniform()),
                        Arbitraries.integers().between(1, 8),
                        Arbitraries.integers().between(1, 20),
                        text)
                .as(OddRequest.Change::new);
    }

    static String bytes(String text) {
        return new String(text.getBytes(UTF_8), ISO_8859_1);
    }

    /** Ways to write a name in a path. */
    private enum Spelling {
        UPPER_CASE,
        LOWER_CASE,
        /** Letters and digits are escaped, too. */
        ALL,
        /** Nothing is escaped but what would end the line. */
        RAW,
        /** What is escaped is escaped once more. */
        TWICE;

        private static final String UNESCAPED = "-._~@:";

        String spell(String name) {
            StringBuilder spelled = new StringBuilder();
            for (byte b : name.getBytes(UTF_8)) {
                char c = (char) (b & 0xff);
                boolean plain = (Character.isLetterOrDigit(c) && c < 0x80) || UNESCAPED.indexOf(c) >= 0;
                boolean escaped = this == RAW ? "\r\n ".indexOf(c) >= 0 : this == ALL || !plain;
                spelled.append(escaped ? (this == LOWER_CASE ? "%%%02x" : "%%%02X").formatted(b) : String.valueOf(c));
            }
            return this == TWICE ? spelled.toString().replace("%", "%25") : spelled.toString();
        }
    }
}
