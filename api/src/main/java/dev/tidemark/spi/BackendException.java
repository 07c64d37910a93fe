package dev.tidemark.spi;

import dev.tidemark.TidemarkException;
import java.util.Collection;
import java.util.ServiceConfigurationError;
import org.jspecify.annotations.Nullable;

/** A backend could not be found or opened, or failed at its work. */
public class BackendException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public BackendException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    static BackendException noneFound() {
        return new BackendException(
                "there is no backend on the class path: add one, such as dev.tidemark:tidemark-backend-ranked", null);
    }

    /** The cause tells which. In a native executable, what is not registered cannot be loaded. */
    static BackendException notLoaded(ServiceConfigurationError cause) {
        return new BackendException(
                "a jar has a backend that cannot be loaded: " + cause.getMessage()
                        + "; a native executable has only what a META-INF/native-image of the jar registers",
                cause);
    }

    static BackendException unknown(String name, Collection<String> found) {
        return new BackendException(
                "there is no backend '" + name + "': set tidemark.backend to one of " + String.join(", ", found), null);
    }

    static BackendException ambiguous(String name, Collection<String> providers) {
        return new BackendException(
                "more than one backend is called '" + name + "': leave one of these on the class path: "
                        + String.join(", ", providers),
                null);
    }

    /** A setting that is there, but without a value: whoever did that most likely meant something else than the default. */
    public static BackendException emptySetting(String property) {
        return new BackendException(property + " is set, but empty: give it a value, or do not set it", null);
    }

    /** A setting that cannot be used. */
    public static BackendException badSetting(String property, String value, String expected) {
        return new BackendException(property + " must be " + expected + ", but is '" + value + "'", null);
    }
}
