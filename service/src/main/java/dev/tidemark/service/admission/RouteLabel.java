package dev.tidemark.service.admission;

import io.vertx.core.Context;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerRequestInternal;

/**
 * Keeps names that users chose out of the metrics. The metrics label a request with the template of the route that took it,
 * {@code /v1/series/{series}}, and one that no route took with its path as it came. So each request starts with a label that
 * says just that, and the route replaces it. Pages under {@code /q} are not measured, and must keep their path for that.
 */
final class RouteLabel {

    /** Where the framework keeps a request's template. */
    private static final String TEMPLATE = "UrlPathTemplate";

    private static final String UNMATCHED = "/{unmatched}";

    private RouteLabel() {}

    /** Labels the request, unless a route has done so. */
    static void hidePath(HttpServerRequest request) {
        String path = request.path();
        Context context = ((HttpServerRequestInternal) request).context();
        if ((path == null || !path.startsWith("/q/")) && context.getLocal(TEMPLATE) == null) {
            context.putLocal(TEMPLATE, UNMATCHED);
        }
    }
}
