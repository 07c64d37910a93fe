package dev.tidemark.service.admission;

import dev.tidemark.service.problem.Problem;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a request names is what it touches, or nothing is. The server resolves {@code .} and {@code ..} before it looks for a
 * route, also where they are escaped, drops empty segments, and cuts a segment at {@code ;}. So {@code DELETE
 * /v1/rankings/t/members/%2e%2e}, which names a member, would drop the table. Such a path is rejected as it came. So is a
 * request line in which the server would find a path that is part of something else.
 */
final class PathRule implements Rule {

    @Override
    public @Nullable Problem check(HttpServerRequest request) {
        if (!PercentEncoding.isUtf8(request.uri())) {
            return Rule.badRequest("the address must be percent-encoded UTF-8");
        }
        if (!request.uri().startsWith("/") && AbsoluteForm.authority(request.uri()) == null) {
            return Rule.badRequest(
                    "the address must be a path that begins with /, or a URI of http or https with a host,"
                            + " without a user, whose path begins with /");
        }
        String path = request.path();
        if (path == null || path.indexOf(';') >= 0 || path.indexOf('#') >= 0) {
            return Rule.badRequest("the path must not contain ; or #: in a name, write them as %3B and %23");
        }
        int start = 1;
        while (start < path.length()) {
            int end = path.indexOf('/', start);
            end = end < 0 ? path.length() : end;
            if (end == start) {
                return Rule.badRequest("the path must not contain an empty segment (//): a name has at least one byte");
            } else if (isDots(path, start, end)) {
                return Rule.badRequest(
                        "the path must not contain the segments . and .., escaped or not: they are no names"
                                + " of series, tables and boards, and members with these names are reached through calls that take"
                                + " members in the body");
            }
            start = end + 1;
        }
        return null;
    }

    /** Whether a segment decodes to one or two dots. */
    private static boolean isDots(String path, int start, int end) {
        char first = path.charAt(start);
        if ((first != '.' && first != '%') || end - start > 2 * "%2E".length()) {
            return false;
        }
        String decoded = path.substring(start, end).toUpperCase(Locale.ROOT).replace("%2E", ".");
        return decoded.equals(".") || decoded.equals("..");
    }
}
