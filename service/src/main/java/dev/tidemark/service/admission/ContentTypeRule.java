package dev.tidemark.service.admission;

import dev.tidemark.service.problem.Problem;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A body has to say what it is. Only the line protocol takes one that does not, because clients of the original ranked server
 * send no content type. A browser needs nobody's leave to send a body without a type to another site, but it has to ask
 * before it sends JSON.
 */
final class ContentTypeRule implements Rule {

    @Override
    public @Nullable Problem check(HttpServerRequest request) {
        List<String> types = request.headers().getAll(HttpHeaders.CONTENT_TYPE);
        if (types.isEmpty()) {
            return BodyHeaders.announceBody(request) && isMissing(request) ? missing() : null;
        }
        if (types.size() > 1) {
            return unsupported("there is more than one Content-Type");
        }
        return isMediaType(types.get(0))
                ? null
                : unsupported("Content-Type is not a media type, such as application/json");
    }

    /** Whether a body of this request lacks a type. In HTTP/2 only the body itself shows that there is one. */
    static boolean isMissing(HttpServerRequest request) {
        return !request.headers().contains(HttpHeaders.CONTENT_TYPE) && !isLineProtocol(request.path());
    }

    static Problem missing() {
        return unsupported("the body has no Content-Type: send one, such as application/json");
    }

    private static boolean isLineProtocol(String path) {
        return path.equals("/") || path.equals("/v1/commands") || path.equals("/v1/commands/");
    }

    /** Asks the parser that the routes will ask. What may be anything would match the first route that takes a body. */
    private static boolean isMediaType(String type) {
        if (type.equals(MediaType.APPLICATION_JSON)) {
            return true;
        }
        try {
            MediaType parsed = MediaType.valueOf(type);
            return !parsed.isWildcardType() && !parsed.isWildcardSubtype();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static Problem unsupported(String detail) {
        return Problem.of(415, "Unsupported media type", detail);
    }
}
