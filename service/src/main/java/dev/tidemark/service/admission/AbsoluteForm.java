package dev.tidemark.service.admission;

import io.vertx.core.net.HostAndPort;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request line that has a whole URI instead of a path, as one that is sent to a proxy. The server looks for the first slash
 * behind {@code ://}, wherever in the line that is, so only URIs are taken whose path begins there.
 */
final class AbsoluteForm {

    private static final Pattern URI = Pattern.compile("https?://([^/?#]+)(/.*)?", Pattern.CASE_INSENSITIVE);

    private AbsoluteForm() {}

    /** Returns the host and port that it names, or null if it is no URI of HTTP with a valid host and a path or nothing. */
    static @Nullable String authority(String target) {
        Matcher uri = URI.matcher(target);
        return uri.matches() && isHost(uri.group(1)) ? uri.group(1) : null;
    }

    private static boolean isHost(String authority) {
        HostAndPort parsed = HostAndPort.parseAuthority(authority, -1);
        return parsed != null && !parsed.host().isEmpty();
    }
}
