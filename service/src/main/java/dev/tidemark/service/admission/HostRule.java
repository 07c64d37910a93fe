package dev.tidemark.service.admission;

import dev.tidemark.service.problem.Problem;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/**
 * Ends DNS rebinding: a service that only listens on loopback answers only to names that mean loopback, and to those it was
 * told. A web page can have its own name resolve to 127.0.0.1, and is then of the same origin as the service as far as its
 * browser knows, but it cannot make the browser send another {@code Host}.
 */
final class HostRule implements Rule {

    private final AllowedHosts allowed;

    HostRule(AllowedHosts allowed) {
        this.allowed = allowed;
    }

    @Override
    public @Nullable Problem check(HttpServerRequest request) {
        if (!allowed.areLimited()) {
            return null;
        }
        String host = host(request);
        if (host == null || host.isEmpty()) {
            return Rule.badRequest("the Host header is missing");
        }
        String absolute = AbsoluteForm.authority(request.uri());
        if (allowed.contains(host) && (absolute == null || allowed.contains(absolute))) {
            return null;
        }
        return Problem.of(
                421,
                "Misdirected request",
                "this service listens on loopback only, and answers to localhost, loopback addresses and the names in"
                        + " tidemark.http.hosts: Host is none of them");
    }

    /** The header as it came: what a proxy says in others may come from anybody. */
    private static @Nullable String host(HttpServerRequest request) {
        String header = request.getHeader(HttpHeaders.HOST);
        return header == null && request.version() == HttpVersion.HTTP_2 && request.authority() != null
                ? request.authority().toString()
                : header;
    }
}
