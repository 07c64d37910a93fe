package dev.tidemark.service.admission;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the head of a request tells about its body. */
final class BodyHeaders {

    /** The methods whose requests have a body. */
    static final Set<String> METHODS = Set.of("POST", "PUT", "PATCH");

    private BodyHeaders() {}

    /** How long the body is by its own telling; 0 where it does not tell. */
    static long length(HttpServerRequest request) {
        @Nullable String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        if (length == null) {
            return 0;
        }
        try {
            return Math.max(0, Long.parseLong(length));
        } catch (NumberFormatException e) {
            // HTTP/1 has checked it; in HTTP/2 it is only a header, and what comes is counted anyway.
            return 0;
        }
    }

    /** Whether a body follows for certain. */
    static boolean announceBody(HttpServerRequest request) {
        return length(request) > 0 || request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    }

    /** Whether a body may follow. In HTTP/2 one of unknown length is not announced, so it goes by the method. */
    static boolean allowBody(HttpServerRequest request) {
        return announceBody(request)
                || (request.version() == HttpVersion.HTTP_2
                        && METHODS.contains(request.method().name()));
    }
}
