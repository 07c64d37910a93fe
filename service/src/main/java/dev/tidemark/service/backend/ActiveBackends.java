package dev.tidemark.service.backend;

import dev.tidemark.service.config.Settings;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.BackendException;
import dev.tidemark.spi.BackendStatus;
import dev.tidemark.spi.Backends;
import dev.tidemark.spi.Backup;
import dev.tidemark.timeseries.Granularity;
import io.quarkus.runtime.Startup;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;

/** The one or two backends that are in use. One that is not named in the settings is never opened. */
@Startup
@Singleton
public class ActiveBackends {

    private static final Logger LOG = Logger.getLogger(ActiveBackends.class);

    /** What follows {@code tidemark.} in the settings of the service itself. */
    private static final Set<String> OWN_SETTINGS =
            Set.of("backend", "granularities", "uniques", "samples", "boards", "limits");

    private final Settings settings;
    private final Config config;
    private final InstantSource clock;
    private final List<Granularity> granularities;
    private final Map<String, Backend> open = new LinkedHashMap<>();

    ActiveBackends(Settings settings, Config config, InstantSource clock) {
        this.settings = settings;
        this.config = config;
        this.clock = clock;
        this.granularities = settings.granularities();
        // Read for their checks, so that a wrong one shows now and not at the first request.
        settings.boardsZone();
        settings.limits();
        Backends found;
        try {
            found = Backends.find(Thread.currentThread().getContextClassLoader());
            found.require(settings.timeSeriesBackend());
            found.require(settings.rankingsBackend());
            open(found, settings.timeSeriesBackend());
            open(found, settings.rankingsBackend());
        } catch (BackendException e) {
            close();
            throw new ConfigurationException("Tidemark cannot start: " + e.getMessage());
        }
        reportMisspelt(found);
    }

    private void open(Backends found, String name) {
        if (open.containsKey(name)) {
            return;
        }
        BackendConfig own =
                settingsOf(name).withPrecision(settings.precision()).withSampleRetention(settings.sampleRetention());
        BackendContext context = new ManagedContext(own, granularities, clock);
        open.put(name, found.open(name, context));
        own.unused().forEach(property -> LOG.warnf("%s is set, but the backend '%s' does not use it", property, name));
        LOG.infof("Backend '%s' is open", name);
    }

    private BackendConfig settingsOf(String backend) {
        String prefix = "tidemark." + backend + ".";
        Set<String> names = properties()
                .filter(property -> property.startsWith(prefix))
                .map(property -> property.substring(prefix.length()))
                .collect(Collectors.toSet());
        return BackendConfig.of(
                backend,
                key -> config.getOptionalValue(prefix + key, String.class).orElse(null),
                names);
    }

    private void reportMisspelt(Backends found) {
        properties()
                .filter(property -> {
                    String topic = property.split("\\.", 3)[1];
                    return !OWN_SETTINGS.contains(topic) && !found.names().contains(topic);
                })
                .collect(Collectors.toSet())
                .forEach(property -> LOG.warnf("%s is set, but there is no such setting", property));
    }

    private Stream<String> properties() {
        return StreamSupport.stream(config.getPropertyNames().spliterator(), false)
                .filter(property -> property.startsWith("tidemark."));
    }

    public Backend timeSeries() {
        return backend(settings.timeSeriesBackend());
    }

    public Backend rankings() {
        return backend(settings.rankingsBackend());
    }

    private Backend backend(String name) {
        Backend backend = open.get(name);
        if (backend == null) {
            throw new IllegalStateException("backend '" + name + "' is not open");
        }
        return backend;
    }

    public List<Granularity> granularities() {
        return granularities;
    }

    /** The status of each backend in use, by its name. */
    public CompletionStage<Map<String, BackendStatus>> status() {
        Map<String, CompletableFuture<BackendStatus>> asked = new LinkedHashMap<>();
        open.forEach((name, backend) -> asked.put(name, backend.status().toCompletableFuture()));
        return CompletableFuture.allOf(asked.values().toArray(CompletableFuture<?>[]::new))
                .thenApply(done -> asked.entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey,
                                answer -> answer.getValue().join(),
                                (a, b) -> a,
                                LinkedHashMap::new)));
    }

    /**
     * Takes a backup of the first backend that can. Where time series and rankings are on different ones, that is the one
     * that keeps its data itself; the other's server has tools of its own.
     */
    public CompletionStage<Backup> backup() {
        return FirstBackup.of(open);
    }

    @PreDestroy
    void close() {
        open.values().forEach(Backend::close);
        open.clear();
    }
}
