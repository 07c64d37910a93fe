package dev.tidemark.service.backend;

import dev.tidemark.service.config.Settings;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendException;
import dev.tidemark.spi.Backends;
import dev.tidemark.spi.StartProgress;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Finds the backends that the settings name, and hands each its own settings. One that is not named is never opened. */
@Singleton
class ConfiguredBackends {

    private static final Logger LOG = Logger.getLogger(ConfiguredBackends.class);

    /** What follows {@code tidemark.} in the settings of the service itself. */
    private static final Set<String> OWN_SETTINGS =
            Set.of("backend", "granularities", "uniques", "samples", "boards", "limits", "http");

    private final Settings settings;
    private final Config config;
    private final InstantSource clock;
    private final Backends found;

    ConfiguredBackends(Settings settings, Config config, InstantSource clock) {
        this.settings = settings;
        this.config = config;
        this.clock = clock;
        try {
            this.found = Backends.find(Thread.currentThread().getContextClassLoader());
        } catch (BackendException e) {
            throw Settings.cannotStart(e);
        }
    }

    /** Fails if a backend is not there, or a setting is empty. */
    void check() {
        properties()
                .filter(property -> isOwn(property) && isEmpty(property))
                .findFirst()
                .ifPresent(property -> {
                    throw BackendException.emptySetting(property);
                });
        names().forEach(found::require);
    }

    /** The backends in use. */
    Set<String> names() {
        return Stream.of(settings.timeSeriesBackend(), settings.rankingsBackend())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    Backend open(String name, StartProgress progress) {
        BackendConfig own =
                settingsOf(name).withPrecision(settings.precision()).withSampleRetention(settings.sampleRetention());
        Backend backend = found.open(name, new ManagedContext(own, settings.granularities(), clock, progress));
        own.unused().forEach(property -> LOG.warnf("%s is set, but the backend '%s' does not use it", property, name));
        return backend;
    }

    private BackendConfig settingsOf(String backend) {
        String prefix = "tidemark." + backend + ".";
        Set<String> names = properties()
                .filter(property -> property.startsWith(prefix))
                .map(property -> property.substring(prefix.length()))
                .collect(Collectors.toSet());
        return BackendConfig.of(backend, key -> value(prefix + key), names);
    }

    /** What was set, be it empty, which {@link Config#getOptionalValue} would not tell from what was not set. */
    private @Nullable String value(String property) {
        return config.getConfigValue(property).getValue();
    }

    private boolean isEmpty(String property) {
        String value = value(property);
        return value != null && value.isEmpty();
    }

    /** Names each property that neither the service nor a backend knows. */
    void reportMisspelt() {
        properties()
                .filter(property -> !isOwn(property) && !found.names().contains(topic(property)))
                .collect(Collectors.toSet())
                .forEach(property -> LOG.warnf("%s is set, but there is no such setting", property));
    }

    static boolean isOwn(String property) {
        return OWN_SETTINGS.contains(topic(property));
    }

    private static String topic(String property) {
        return property.split("\\.", 3)[1];
    }

    private Stream<String> properties() {
        return StreamSupport.stream(config.getPropertyNames().spliterator(), false)
                .filter(property -> property.startsWith("tidemark."));
    }
}
