package dev.tidemark.spi;

import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** The backends on the class path. */
public final class Backends {

    private final List<BackendProvider> providers;

    private Backends(List<BackendProvider> providers) {
        this.providers = providers;
    }

    /**
     * Looks for providers where {@code loader} looks for classes.
     *
     * @throws BackendException if a jar names a provider that cannot be loaded
     */
    public static Backends find(ClassLoader loader) {
        try {
            return new Backends(ServiceLoader.load(BackendProvider.class, loader).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList());
        } catch (ServiceConfigurationError e) {
            throw BackendException.notLoaded(e);
        }
    }

    public List<String> names() {
        return providers.stream().map(BackendProvider::name).sorted().distinct().toList();
    }

    /**
     * Opens the backend of that name. Its stores check every argument before the backend sees it, and answer every failure
     * through the stage.
     *
     * @throws BackendException if there is none, no such, or more than one of that name, or if it cannot be opened
     */
    public Backend open(String name, BackendContext context) {
        return CheckedBackend.of(provider(name).open(context), context.granularities());
    }

    /** Fails as {@link #open} does if there is not exactly one backend of that name. */
    public void require(String name) {
        provider(name);
    }

    private BackendProvider provider(String name) {
        if (providers.isEmpty()) {
            throw BackendException.noneFound();
        }
        List<BackendProvider> found = providers.stream()
                .filter(provider -> provider.name().equals(name))
                .toList();
        return switch (found.size()) {
            case 0 -> throw BackendException.unknown(name, names());
            case 1 -> found.get(0);
            default ->
                throw BackendException.ambiguous(
                        name,
                        found.stream()
                                .map(provider -> provider.getClass().getName())
                                .toList());
        };
    }
}
