package dev.tidemark.service.admission;

import io.quarkus.vertx.http.runtime.cors.CORSFilter;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The origins that {@code quarkus.http.cors} allows: none unless it is enabled, and all for {@code *}. */
@Singleton
class AllowedOrigins {

    private final List<String> origins;
    private final List<Pattern> patterns;

    AllowedOrigins(
            @ConfigProperty(name = "quarkus.http.cors.enabled", defaultValue = "false") boolean enabled,
            @ConfigProperty(name = "quarkus.http.cors.origins") Optional<List<String>> origins) {
        Optional<List<String>> allowed = origins.filter(any -> enabled);
        this.origins = allowed.orElse(List.of()).stream().map(String::trim).toList();
        this.patterns = CORSFilter.parseAllowedOriginsRegex(Optional.of(this.origins));
    }

    boolean contains(String origin) {
        return origins.contains("*") || origins.contains(origin) || CORSFilter.isOriginAllowedByRegex(patterns, origin);
    }
}
