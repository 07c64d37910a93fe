package dev.tidemark.mongo;

import com.mongodb.ConnectionString;
import dev.tidemark.spi.BackendException;
import io.smallrye.config.ConfigValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rejects a connection string that is none before Quarkus makes a client of it, which would fail with a stack trace. */
final class ConnectionStrings {

    static final String PROPERTY = "quarkus.mongodb.connection-string";

    static final String EXAMPLE = "mongodb://localhost:27017";

    /** Reading one of these asks a DNS server, so that is left to the client; what stands before the options is read as of any other. */
    private static final String WITH_LOOKUP = "mongodb+srv://";

    private ConnectionStrings() {}

    static void require(@Nullable ConfigValue setting) {
        String text = setting == null ? null : setting.getValue();
        if (text == null) {
            return;
        }
        if (text.isEmpty()) {
            throw BackendException.emptySetting(PROPERTY);
        }
        try {
            if (text.startsWith(WITH_LOOKUP)) {
                requireOneHost(text.substring(WITH_LOOKUP.length()).replaceAll("\\?.*", ""));
            } else {
                ConnectionString unused = new ConnectionString(text);
            }
        } catch (IllegalArgumentException e) {
            throw new BackendException(
                    PROPERTY + ": '" + withoutPassword(text) + "' is not a connection string such as " + EXAMPLE + ": "
                            + e.getMessage(),
                    e);
        }
    }

    private static void requireOneHost(String text) {
        List<String> hosts = new ConnectionString("mongodb://" + text).getHosts();
        if (hosts.size() != 1 || hosts.get(0).contains(":")) {
            throw new IllegalArgumentException("with " + WITH_LOOKUP + " there is one host name, without a port");
        }
    }

    /** Whatever stands before an @ may be one, with or without the slashes that belong there. */
    static String withoutPassword(String text) {
        return text.replaceAll("^([\\w+]+://)?.*@", "$1***@");
    }
}
