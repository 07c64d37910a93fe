package dev.tidemark.service.admission;

import dev.tidemark.service.problem.Problem;
import dev.tidemark.service.problem.ProblemResponses;
import io.quarkus.runtime.ApplicationLifecycleManager;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Applies the {@link Rule}s to every request, before any route is looked for, and answers what they reject with a problem.
 * Rejects everything while the service shuts down, too: the server itself would serve new requests, and might never finish.
 *
 * <p>Some malformed requests never get here. The HTTP server answers them itself, with a status and no body: a request line
 * or a header that it cannot parse, and an address that is no URI ({@code %zz}, {@code \}); in the native executable a version of HTTP that it does not know, too.
 */
@Singleton
class FrontDoor {

    private static final int FIRST = Integer.MIN_VALUE;

    private final List<Rule> rules;
    private final ProblemResponses problems;

    FrontDoor(AllowedHosts hosts, AllowedOrigins origins, ProblemResponses problems) {
        // The host comes first: to a page that guesses addresses, the others would tell what is here.
        this.rules = List.of(
                new HostRule(hosts),
                new MessageRule(),
                new PathRule(),
                new QueryRule(),
                new CrossSiteRule(origins),
                new ContentTypeRule());
        this.problems = problems;
    }

    void register(@Observes Router router) {
        router.route().order(FIRST).handler(this::check).failureHandler(this::failed);
    }

    private void check(RoutingContext context) {
        HttpServerRequest request = context.request();
        if (ApplicationLifecycleManager.isVmShuttingDown()) {
            // The server closes the connection by itself then.
            context.response().putHeader("Retry-After", "1");
            problems.reject(
                    context, Problem.of(503, "Shutting down", "the service is about to end; nothing was stored"));
            return;
        }
        Problem problem = firstProblem(request);
        if (problem == null) {
            context.next();
        } else {
            problems.reject(context, problem);
        }
    }

    /** The router rejects some requests by itself, before it calls anybody: those that name no host, or no path. */
    private void failed(RoutingContext context) {
        RouteLabel.hidePath(context.request());
        context.next();
    }

    private @Nullable Problem firstProblem(HttpServerRequest request) {
        for (Rule rule : rules) {
            Problem problem = rule.check(request);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }
}
