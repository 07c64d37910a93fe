package dev.tidemark.service.backend;

import dev.tidemark.service.problem.Problem;
import dev.tidemark.service.problem.ProblemResponses;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/**
 * Rejects calls until the backends are open, and says how far they are. Health, metrics and the pages are served. Afterwards it is
 * not on the way of any request.
 */
@Singleton
class RecoveryGate {

    /** Right behind the front door. */
    private static final int SECOND = Integer.MIN_VALUE + 1;

    private final ActiveBackends backends;
    private final ProblemResponses problems;

    RecoveryGate(ActiveBackends backends, ProblemResponses problems) {
        this.backends = backends;
        this.problems = problems;
    }

    void register(@Observes Router router) {
        if (backends.recovering().isPresent()) {
            Route calls = router.route("/v1/*").order(SECOND).handler(this::check);
            Route commands = router.route(HttpMethod.POST, "/").order(SECOND).handler(this::check);
            backends.whenOpen(() -> {
                calls.remove();
                commands.remove();
            });
        }
    }

    private void check(RoutingContext context) {
        backends.recovering().ifPresentOrElse(progress -> reject(context, progress), context::next);
    }

    private void reject(RoutingContext context, String progress) {
        context.response().putHeader("Retry-After", "1");
        problems.reject(context, Problem.of(503, "Recovering", progress));
    }
}
