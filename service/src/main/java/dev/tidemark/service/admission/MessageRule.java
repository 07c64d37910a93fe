package dev.tidemark.service.admission;

import dev.tidemark.service.problem.Problem;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/**
 * Where a message ends, and to whom it goes, has to be beyond doubt: two servers in a row that read it differently could be
 * made to see different requests.
 *
 * <p>One doubt stays. Where a message has {@code Transfer-Encoding: chunked} and a {@code Content-Length}, Netty (as of
 * 4.1.130) removes the length before anybody sees it, and Vert.x leaves no room for another decoder. The message is read by its
 * chunks, but the connection stays open, which RFC 9112 section 6.1 forbids. A proxy that goes by the length would have to stop
 * it.
 */
final class MessageRule implements Rule {

    /** More would not fit into a long. */
    private static final int MAX_DIGITS = 18;

    @Override
    public @Nullable Problem check(HttpServerRequest request) {
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        String encoding = request.getHeader(HttpHeaders.TRANSFER_ENCODING);
        if (request.version() == null) {
            return Rule.badRequest("this is not a version of HTTP that is known here");
        } else if (length != null && !isLength(length)) {
            return Rule.badRequest("Content-Length must be a number of bytes");
        } else if (encoding != null && !encoding.equalsIgnoreCase("chunked")) {
            return Rule.badRequest("Transfer-Encoding must be chunked, or missing");
        } else if (encoding != null && request.version() == HttpVersion.HTTP_1_0) {
            return Rule.badRequest("HTTP/1.0 has no Transfer-Encoding");
        } else if (isThereTwice(request, HttpHeaders.HOST)
                || isThereTwice(request, HttpHeaders.CONTENT_LENGTH)
                || isThereTwice(request, HttpHeaders.TRANSFER_ENCODING)) {
            return Rule.badRequest("Host, Content-Length and Transfer-Encoding must not be there twice");
        }
        return null;
    }

    private static boolean isLength(String length) {
        for (int i = 0; i < length.length(); i++) {
            if (length.charAt(i) < '0' || length.charAt(i) > '9') {
                return false;
            }
        }
        return !length.isEmpty() && length.length() <= MAX_DIGITS;
    }

    private static boolean isThereTwice(HttpServerRequest request, CharSequence header) {
        return request.headers().getAll(header).size() > 1;
    }
}
