package dev.tidemark.service.problem;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Answers with a problem where no resource does: at the front door, and where the HTTP server's router fails. */
@Singleton
public class ProblemResponses {

    private static final Logger LOG = Logger.getLogger(ProblemResponses.class);

    /** Right before the framework's own handler, which answers in a form of its own. */
    private static final int NEXT_TO_LAST = Integer.MAX_VALUE - 1;

    private final ObjectMapper mapper;

    ProblemResponses(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    void register(@Observes Router router) {
        router.route().order(NEXT_TO_LAST).failureHandler(this::failed);
    }

    /** Ends the response with the problem of a request that was rejected before any of it was carried out. */
    public void reject(RoutingContext context, Problem problem) {
        HttpServerRequest request = context.request();
        send(context, Writes.rejected(problem, request.method().name(), request.path()));
    }

    private void send(RoutingContext context, Problem problem) {
        try {
            context.response()
                    .setStatusCode(problem.status())
                    .putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE.toString())
                    .end(mapper.writeValueAsString(problem));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private void failed(RoutingContext context) {
        HttpServerResponse response = context.response();
        @Nullable Throwable failure = context.failure();
        int status = context.statusCode();
        if (response.closed()) {
            // Also work that ends after the service has: then nothing of the framework is left to write a response
            // with.
            LOG.debugf(
                    failure,
                    "No client waits for the response to %s",
                    context.request().path());
        } else if (response.headWritten() || failure instanceof SecurityException || failure instanceof IOException) {
            // Too late for a problem, something that the framework answers with a challenge, or a client that is gone.
            context.next();
        } else if (status >= 400 && status < 500) {
            send(context, problem(status, context.request()));
        } else {
            HttpServerRequest request = context.request();
            String id = UUID.randomUUID().toString();
            LOG.errorf(failure, "Unexpected failure %s at %s", id, request.path());
            Problem problem = ProblemMappers.unexpected(id);
            boolean write = Writes.isWrite(request.method().name(), request.path());
            send(context, write ? problem.withApplied(Problem.APPLIED_UNKNOWN) : problem);
        }
    }

    /** The router itself rejects a request that does not say to which host it goes. */
    private static Problem problem(int status, HttpServerRequest request) {
        return status == 400 && request.authority() == null
                ? Problem.of(400, "Bad request", "the Host header is missing or malformed")
                : ProblemMappers.problem(status, request.path());
    }
}
