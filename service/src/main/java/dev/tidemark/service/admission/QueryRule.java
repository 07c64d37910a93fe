package dev.tidemark.service.admission;

import dev.tidemark.service.problem.Excerpt;
import dev.tidemark.service.problem.Problem;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query has one meaning. The server takes {@code ;} for {@code &}, so that {@code prefix=p;q} would ask for what begins with
 * {@code p}; it stops at {@code #}, ignores what follows the first 1,024 parameters, and of one that is there twice takes the
 * first.
 */
final class QueryRule implements Rule {

    /** As many as the server reads. */
    private static final int MAX_PARAMETERS = 1_024;

    @Override
    public @Nullable Problem check(HttpServerRequest request) {
        String query = request.query();
        if (query == null || query.isEmpty()) {
            return null;
        }
        if (query.indexOf(';') >= 0 || query.indexOf('#') >= 0) {
            return Rule.badRequest("the query must not contain ; or #: in a value, write them as %3B and %23");
        }
        if (query.chars().filter(c -> c == '&').count() >= MAX_PARAMETERS) {
            return Rule.badRequest("the query must not have more than " + MAX_PARAMETERS + " parameters");
        }
        MultiMap parameters = request.params();
        for (String name : parameters.names()) {
            List<String> values = parameters.getAll(name);
            if (values.size() > 1 && new HashSet<>(values).size() > 1) {
                return Rule.badRequest("the query must not give the parameter '" + Excerpt.of(name) + "' two values");
            }
        }
        return null;
    }
}
