package dev.tidemark.service.admission;

import dev.tidemark.service.problem.Problem;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/** One condition that every request has to meet, known from its head alone. */
interface Rule {

    /** Returns why the request is rejected, or null if this rule allows it. */
    @Nullable
    Problem check(HttpServerRequest request);

    /** Words the rejection of a request that is malformed. */
    static Problem badRequest(String detail) {
        return Problem.of(400, "Bad request", detail);
    }
}
