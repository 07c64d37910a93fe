package dev.tidemark.service.problem;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidemark.service.config.Settings;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/**
 * Refuses bodies that are too large with a problem: at once where the length is told ahead, otherwise when it is known.
 * The HTTP server has a limit of its own, which refuses without a word; it is set higher and only holds back endless bodies
 * whose length is not told.
 */
@Singleton
public class BodyLimit {

    /** Ahead of the HTTP server's own limit. */
    private static final int FIRST = Integer.MIN_VALUE;

    private final long limit;
    private final ObjectMapper mapper;

    BodyLimit(Settings settings, ObjectMapper mapper) {
        this.limit = settings.limits().body().asLongValue();
        this.mapper = mapper;
    }

    void register(@Observes Router router) {
        router.route().order(FIRST).handler(this::checkTold);
    }

    private void checkTold(RoutingContext context) {
        HttpServerRequest request = context.request();
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        if (length == null || Long.parseLong(length) <= limit) {
            context.next();
            return;
        }
        // What the client is still sending is not read: the connection cannot be used again.
        context.response()
                .setStatusCode(413)
                .putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE.toString())
                .putHeader(HttpHeaders.CONNECTION, "close")
                .end(json(TooLarge.problem(detail())))
                .onComplete(sent -> request.connection().close());
    }

    /** Answers a body whose length may not have been told ahead, if it is not too large. */
    public byte[] require(byte[] body) {
        if (body.length > limit) {
            throw new TooLarge(detail());
        }
        return body;
    }

    private String detail() {
        return "a body may be at most " + limit + " bytes (tidemark.limits.body): send it in parts";
    }

    private String json(Problem problem) {
        try {
            return mapper.writeValueAsString(problem);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
