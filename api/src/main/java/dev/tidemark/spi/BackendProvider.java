package dev.tidemark.spi;

/**
 * The way into a backend, found by {@link java.util.ServiceLoader}: a jar on the class path that names its provider in
 * {@code META-INF/services/dev.tidemark.spi.BackendProvider} is a backend.
 *
 * <p>Making a provider must cost nothing: no connection, no thread, no setting read. All of that is {@link #open}'s.
 */
public interface BackendProvider {

    /** What {@code tidemark.backend} is set to in order to get this one: {@code ranked}, {@code redis}, {@code mongo}. */
    String name();

    /**
     * Opens the backend. A server that is away is no reason to fail: {@link Backend#status} tells of that.
     *
     * @throws BackendException if a setting is wrong; its message names the property to fix
     */
    Backend open(BackendContext context);
}
