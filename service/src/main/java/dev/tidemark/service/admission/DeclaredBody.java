package dev.tidemark.service.admission;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/** What the head of a request says about the body behind it. */
final class DeclaredBody {

    private DeclaredBody() {}

    static boolean isThere(HttpServerRequest request) {
        return length(request) > 0 || request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    }

    /** How many bytes, or 0 where that is not told. {@link MessageRule} has seen to it that it is a number. */
    static long length(HttpServerRequest request) {
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        return length == null ? 0 : Long.parseLong(length);
    }
}
