package dev.tidemark.service.cases;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.tck.Oddities;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Makes up requests that are nearly right: a call of the document with odd names, queries, headers and bodies. The same seed
 * makes the same requests. A text is bytes here, each as a Latin-1 character.
 */
final class OddRequests {

    private static final Pattern PARAMETER = Pattern.compile("\\{[a-z]+}");

    private static final List<String> METHODS =
            List.of("GET", "PUT", "POST", "DELETE", "PATCH", "OPTIONS", "TRACE", "FOO", "get", "DELETE");

    private static final List<String> NAMES = Stream.of(
                    Oddities.names(),
                    Oddities.illegalNames(),
                    Oddities.dots(),
                    Stream.of(
                            "victim;", "victim;a=b", "victim/..", "victim/", "//victim", "..;/victim", "a&b", "#", "+"))
            .flatMap(names -> names)
            .toList();

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

    private final Random random;
    private final List<ApiCalls.Call> calls;

    OddRequests(long seed, List<ApiCalls.Call> calls) {
        this.random = new Random(seed);
        this.calls = calls;
    }

    /** A request, and the target of its first line. */
    record OddRequest(String method, String target, String text) {

        /** The bytes of the body, each as a Latin-1 character, with the sizes of its chunks if it has any. */
        String body() {
            int head = text.indexOf("\r\n\r\n");
            return head < 0 ? "" : text.substring(head + 4);
        }
    }

    OddRequest next() {
        ApiCalls.Call call = pick(calls);
        String method = chance(80) ? call.method() : pick(METHODS);
        String target = path(call.path()) + query(call.queries());
        StringBuilder text = new StringBuilder(method + " " + target + " HTTP/1.1\r\n");
        text.append("Connection: close\r\n").append(chance(95) ? "Host: localhost\r\n" : "");
        for (int i = random.nextInt(3); i > 0; i--) {
            text.append(chance(50) ? pick(HEADERS) + "\r\n" : "");
        }
        if (call.bodies().isEmpty() && chance(80)) {
            return new OddRequest(method, target, text + "\r\n");
        }
        ApiCalls.Body body =
                call.bodies().isEmpty() ? new ApiCalls.Body("application/json", "{}") : pick(call.bodies());
        String type = chance(85) ? body.type() : pick(TYPES);
        text.append(chance(95) ? "Content-Type: " + type + "\r\n" : "");
        return new OddRequest(method, target, text + framed(odd(bytes(body.text()))));
    }

    private String framed(String body) {
        return chance(85)
                ? "Content-Length: " + body.length() + "\r\n\r\n" + body
                : "Transfer-Encoding: chunked\r\n\r\n"
                        + (body.isEmpty() ? "" : Integer.toHexString(body.length()) + "\r\n" + body + "\r\n")
                        + "0\r\n\r\n";
    }

    private String path(String template) {
        Matcher parameters = PARAMETER.matcher(template);
        String path = parameters.replaceAll(found -> Matcher.quoteReplacement(chance(50) ? "a" : spelled(pick(NAMES))));
        return chance(95) ? path : path + pick(List.of("/", "//", "/..", "/.", ";", "/%2e%2e", "/x", "#a", "%", "\\"));
    }

    private String query(List<String> names) {
        StringBuilder query = new StringBuilder();
        for (String name : names) {
            if (chance(70)) {
                query.append(query.isEmpty() ? "?" : "&")
                        .append(name)
                        .append('=')
                        .append(pick(VALUES));
            }
        }
        return chance(95)
                ? query.toString()
                : query + pick(List.of("&", "?", "&=", "&from", "#", "&prefix=%zz", "&x=1"));
    }

    /** A name as it stands in a path: mostly escaped as it should be. */
    private String spelled(String name) {
        StringBuilder spelled = new StringBuilder();
        boolean all = chance(20);
        boolean raw = chance(5);
        for (byte b : name.getBytes(UTF_8)) {
            char c = (char) (b & 0xff);
            boolean plain = (Character.isLetterOrDigit(c) && c < 0x80) || "-._~@:".indexOf(c) >= 0;
            spelled.append(
                    raw || (plain && !all) ? String.valueOf(c) : String.format(chance(50) ? "%%%02X" : "%%%02x", b));
        }
        String once = spelled.toString();
        return chance(3)
                ? once.replace("%", "%25")
                : once.replace("\r", "%0D").replace("\n", "%0A").replace(" ", "%20");
    }

    /** The body as it is, or with a few changes. */
    private String odd(String body) {
        StringBuilder odd = new StringBuilder(body);
        for (int changes = chance(30) ? 0 : 1 + random.nextInt(3); changes > 0; changes--) {
            int at = random.nextInt(odd.length() + 1);
            int end = Math.min(odd.length(), at + 1 + random.nextInt(8));
            switch (random.nextInt(5)) {
                case 0 -> odd.delete(at, end);
                case 1 -> odd.insert(at, odd.substring(at, end).repeat(1 + random.nextInt(20)));
                case 2 -> odd.insert(at, pick(TOKENS));
                case 3 -> odd.replace(at, end, pick(TOKENS));
                default -> odd.insert(at, bytes(pick(NAMES)));
            }
        }
        // Dropping everything is a change that is allowed.
        return odd.toString().replace("flushall", "");
    }

    private static String bytes(String text) {
        return new String(text.getBytes(UTF_8), ISO_8859_1);
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
