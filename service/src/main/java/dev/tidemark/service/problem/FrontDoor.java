package dev.tidemark.service.problem;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.runtime.ApplicationLifecycleManager;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/**
 * Refuses with a problem what the HTTP server would let pass changed: addresses whose escapes are not UTF-8. (An escape that
 * is none, such as {@code %zz}, is refused by the server before anyone can word it.) Refuses everything while the service
 * ends, too: the server itself would serve whoever comes, and so might never be done with those who came before.
 */
@Singleton
class FrontDoor {

    private static final int FIRST = Integer.MIN_VALUE;
    private static final String RETRY_AFTER = "Retry-After";

    private final ObjectMapper mapper;

    FrontDoor(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    void register(@Observes Router router) {
        router.route().order(FIRST).handler(this::check);
    }

    private void check(RoutingContext context) {
        HttpServerRequest request = context.request();
        if (ApplicationLifecycleManager.isVmShuttingDown()) {
            // The server closes the connection by itself then.
            context.response().putHeader(RETRY_AFTER, "1");
            refuse(context, Problem.of(503, "Shutting down", "the service is about to end; nothing was stored"));
        } else if (!PercentEncoding.isUtf8(request.uri())) {
            refuse(context, Problem.of(400, "Bad request", "the address must be percent-encoded UTF-8"));
        } else {
            context.next();
        }
    }

    private void refuse(RoutingContext context, Problem complaint) {
        Problem problem = Writes.rejected(
                complaint, context.request().method().name(), context.request().path());
        try {
            context.response()
                    .setStatusCode(problem.status())
                    .putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE.toString())
                    .end(mapper.writeValueAsString(problem));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
