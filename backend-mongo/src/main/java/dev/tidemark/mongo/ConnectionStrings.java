package dev.tidemark.mongo;

import com.mongodb.ConnectionString;
import dev.tidemark.spi.BackendException;
import io.smallrye.config.ConfigValue;
import org.jspecify.annotations.Nullable;

/** Rejects a connection string that is none before Quarkus makes a client of it, which would fail with a stack trace. */
final class ConnectionStrings {

    static final String PROPERTY = "quarkus.mongodb.connection-string";

    /** Reading one of these asks a DNS server, so it is left to the client. */
    private static final String WITH_LOOKUP = "mongodb+srv://";

    private ConnectionStrings() {}

    static void require(@Nullable ConfigValue setting) {
        String text = setting == null ? null : setting.getValue();
        if (text == null || text.isEmpty() || text.startsWith(WITH_LOOKUP)) {
            return;
        }
        try {
            ConnectionString unused = new ConnectionString(text);
        } catch (IllegalArgumentException e) {
            throw new BackendException(
                    PROPERTY + ": '" + withoutPassword(text) + "' is not a connection string such as "
                            + "mongodb://localhost:27017: " + e.getMessage(),
                    e);
        }
    }

    private static String withoutPassword(String text) {
        return text.replaceAll("//.*@", "//***@");
    }
}
