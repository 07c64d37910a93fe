package dev.tidemark.service.admission;

import dev.tidemark.service.problem.Problem;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.HostAndPort;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Rejects changes that a web page of another site asks for. A browser sends simple POSTs ({@code fetch} without CORS, forms,
 * beacons) to any address without asking, loopback included, so a page could otherwise delete everything; but it always says
 * where they come from, in headers that the page cannot set. Programs send neither header.
 */
final class CrossSiteRule implements Rule {

    private final AllowedOrigins allowed;

    CrossSiteRule(AllowedOrigins allowed) {
        this.allowed = allowed;
    }

    @Override
    public @Nullable Problem check(HttpServerRequest request) {
        if (request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD)) {
            return null;
        }
        String site = request.getHeader("Sec-Fetch-Site");
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        boolean elsewhere =
                (site != null && isAnotherSite(site)) || (origin != null && !isOwn(origin, request.authority()));
        if (!elsewhere || (origin != null && allowed.contains(origin))) {
            return null;
        }
        return Problem.of(
                403,
                "Cross-site request",
                "a page of another site may not change anything here, unless quarkus.http.cors allows its origin");
    }

    private static boolean isAnotherSite(String site) {
        return site.equalsIgnoreCase("cross-site") || site.equalsIgnoreCase("same-site");
    }

    /**
     * Whether an origin has the host and port that the request was sent to; {@code null}, as of a sandboxed page, has none. An
     * app on the same machine may have pages at {@code localhost} too, but with a scheme of its own.
     */
    private static boolean isOwn(String origin, @Nullable HostAndPort host) {
        String lowered = origin.toLowerCase(Locale.ROOT);
        if (host == null) {
            return false;
        }
        // The scheme may differ, where TLS ends at a proxy, so a port that is not told is the one that the browser
        // means.
        if (lowered.startsWith("http://")) {
            return isSame(lowered.substring("http://".length()), host, ":80");
        }
        return lowered.startsWith("https://") && isSame(lowered.substring("https://".length()), host, ":443");
    }

    private static boolean isSame(String hostAndPort, HostAndPort host, String defaultPort) {
        String own = host.port() < 0 ? host.host() : host.host() + ":" + host.port();
        return withoutPort(hostAndPort, defaultPort).equals(withoutPort(own.toLowerCase(Locale.ROOT), defaultPort));
    }

    private static String withoutPort(String hostAndPort, String port) {
        return hostAndPort.endsWith(port)
                ? hostAndPort.substring(0, hostAndPort.length() - port.length())
                : hostAndPort;
    }
}
