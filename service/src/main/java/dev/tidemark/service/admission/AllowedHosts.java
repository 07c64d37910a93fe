package dev.tidemark.service.admission;

import dev.tidemark.service.config.TidemarkConfig;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * The names that the service answers to while it listens on loopback: {@code localhost}, the addresses of loopback, and
 * {@code tidemark.http.hosts}; on any port, because ports get forwarded. Elsewhere it answers to all.
 */
@Singleton
class AllowedHosts {

    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]");

    /** A port, or the lack of one, at the end. */
    private static final Pattern PORT = Pattern.compile(":\\d*$");

    private final boolean limited;
    private final Set<String> names;

    /** Most requests have the same Host as the one before. */
    private volatile String lastAllowed = "localhost";

    @Inject
    AllowedHosts(@ConfigProperty(name = "quarkus.http.host") String listensOn, TidemarkConfig config) {
        this(listensOn, config.http().hosts().orElse(List.of()));
    }

    AllowedHosts(String listensOn, List<String> names) {
        this.limited = isLoopback(listensOn);
        this.names = names.stream().map(AllowedHosts::name).collect(Collectors.toUnmodifiableSet());
    }

    private static boolean isLoopback(String address) {
        try {
            return InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            // The server cannot listen there either, and says so.
            return false;
        }
    }

    boolean areLimited() {
        return limited;
    }

    boolean contains(String hostAndPort) {
        if (hostAndPort.equals(lastAllowed)) {
            return true;
        }
        String name = name(hostAndPort);
        boolean allowed = LOOPBACK.matcher(name).matches() || names.contains(name);
        if (allowed) {
            lastAllowed = hostAndPort;
        }
        return allowed;
    }

    private static String name(String hostAndPort) {
        return PORT.matcher(hostAndPort.trim()).replaceFirst("").toLowerCase(Locale.ROOT);
    }
}
