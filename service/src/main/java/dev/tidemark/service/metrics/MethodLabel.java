package dev.tidemark.service.metrics;

import io.micrometer.core.instrument.Tags;
import io.quarkus.micrometer.runtime.HttpServerMetricsTagsContributor;
import jakarta.inject.Singleton;
import java.util.Set;

/** Labels requests whose method is none of HTTP's as {@code OTHER}: a client could make up any number of them. */
@Singleton
class MethodLabel implements HttpServerMetricsTagsContributor {

    private static final Set<String> KNOWN =
            Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT");

    @Override
    public Tags contribute(Context context) {
        return KNOWN.contains(context.request().method().name()) ? Tags.empty() : Tags.of("method", "OTHER");
    }
}
