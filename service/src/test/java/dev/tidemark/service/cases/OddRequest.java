package dev.tidemark.service.cases;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A request, and the target of its first line. Its text is bytes, each as a Latin-1 character. */
record OddRequest(String method, String target, String text) {

    private static final int SHOWN = 3_000;
    private static final Pattern PARAMETER = Pattern.compile("\\{[a-z]+}");

    /** What is filled into the path and the query of a call; a value that is null leaves its parameter out. */
    record Target(List<String> names, String pathEnd, List<@Nullable String> values, String queryEnd) {

        String of(ApiCalls.Call call) {
            return path(call.path()) + query(call.queries());
        }

        private String path(String template) {
            Queue<String> rest = new ArrayDeque<>(names);
            return PARAMETER.matcher(template).replaceAll(found -> Matcher.quoteReplacement(rest.remove())) + pathEnd;
        }

        private String query(List<String> parameters) {
            StringBuilder query = new StringBuilder();
            for (int i = 0; i < parameters.size(); i++) {
                String value = values.get(i);
                if (value != null) {
                    query.append(query.isEmpty() ? '?' : '&')
                            .append(parameters.get(i))
                            .append('=')
                            .append(value);
                }
            }
            return query + queryEnd;
        }
    }

    /** What stands before the body; an empty method is that of the call. */
    record Head(String method, String host, List<String> headers) {

        String method(ApiCalls.Call call) {
            return method.isEmpty() ? call.method() : method;
        }

        String headerLines() {
            StringBuilder lines = new StringBuilder("Connection: close\r\n").append(host);
            headers.forEach(header -> lines.append(header).append("\r\n"));
            return lines.toString();
        }
    }

    /**
     * One of the bodies of a call, with some changes.
     *
     * @param always whether there is one even if the call takes none
     * @param which one of several, modulo their number
     * @param type empty for the right one, null for none
     */
    record Body(boolean always, int which, @Nullable String type, List<Change> changes, boolean chunked) {

        String of(ApiCalls.Call call) {
            if (call.bodies().isEmpty() && !always) {
                return "\r\n";
            }
            ApiCalls.Body body = call.bodies().isEmpty()
                    ? new ApiCalls.Body("application/json", "{}")
                    : call.bodies().get(which % call.bodies().size());
            String typeLine = type == null ? "" : "Content-Type: " + (type.isEmpty() ? body.type() : type) + "\r\n";
            return typeLine + framed(changed(OddRequests.bytes(body.text())));
        }

        private String changed(String body) {
            StringBuilder changed = new StringBuilder(body);
            changes.forEach(change -> change.apply(changed));
            // Dropping everything is a change that is allowed.
            return changed.toString().replace("flushall", "");
        }

        private String framed(String body) {
            return chunked
                    ? "Transfer-Encoding: chunked\r\n\r\n"
                            + (body.isEmpty() ? "" : Integer.toHexString(body.length()) + "\r\n" + body + "\r\n")
                            + "0\r\n\r\n"
                    : "Content-Length: " + body.length() + "\r\n\r\n" + body;
        }
    }

    enum Kind {
        INSERT,
        REPLACE,
        REPEAT,
        DELETE
    }

    /** A change of a body, {@code perMille} of the way through it. */
    record Change(Kind kind, int perMille, int length, int times, String inserted) {

        void apply(StringBuilder body) {
            int at = body.length() * perMille / 1_000;
            int end = Math.min(body.length(), at + length);
            switch (kind) {
                case INSERT -> body.insert(at, inserted);
                case REPLACE -> body.replace(at, end, inserted);
                case REPEAT -> body.insert(at, body.substring(at, end).repeat(times));
                case DELETE -> body.delete(at, end);
            }
        }
    }

    static OddRequest of(ApiCalls.Call call, Target target, Head head, Body body) {
        String method = head.method(call);
        String line = target.of(call);
        return new OddRequest(method, line, method + " " + line + " HTTP/1.1\r\n" + head.headerLines() + body.of(call));
    }

    /** The bytes of the body, each as a Latin-1 character, with the sizes of its chunks if it has any. */
    String body() {
        int head = text.indexOf("\r\n\r\n");
        return head < 0 ? "" : text.substring(head + 4);
    }

    /** What a report shows of it. */
    @Override
    public String toString() {
        return text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
    }
}
