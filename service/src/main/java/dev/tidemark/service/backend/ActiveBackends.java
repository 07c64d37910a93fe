package dev.tidemark.service.backend;

import dev.tidemark.service.config.Settings;
import dev.tidemark.service.metrics.BackendMetrics;
import dev.tidemark.spi.Applied;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendException;
import dev.tidemark.spi.BackendStatus;
import dev.tidemark.spi.BackendUnavailableException;
import dev.tidemark.spi.Backup;
import dev.tidemark.timeseries.Granularity;
import io.quarkus.runtime.Startup;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** The one or two backends that are in use, from the moment on in which they are open. */
@Startup
@Singleton
public class ActiveBackends {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final Settings settings;
    private final List<Granularity> granularities;
    private final Opening opening;

    ActiveBackends(Settings settings, ConfiguredBackends configured, BackendMetrics metrics) {
        this.settings = settings;
        // Read for their checks, so that a wrong one shows now and not at the first request.
        this.granularities = settings.granularities();
        settings.boardsZone();
        settings.limits();
        settings.requirePorts();
        try {
            configured.check();
            this.opening = Opening.begin(configured);
        } catch (BackendException e) {
            throw Settings.cannotStart(e);
        }
        whenOpen(() -> opening.backends().forEach(metrics::watch));
    }

    public Backend timeSeries() {
        return backend(settings.timeSeriesBackend());
    }

    public Backend rankings() {
        return backend(settings.rankingsBackend());
    }

    private Backend backend(String name) {
        Backend backend = opening.backends().get(name);
        if (backend == null) {
            throw new BackendUnavailableException(opening.progress(), RETRY_AFTER, Applied.NO, null);
        }
        return backend;
    }

    public List<Granularity> granularities() {
        return granularities;
    }

    /** How far the backends are that are still being opened; empty once all are open. */
    public Optional<String> recovering() {
        return opening.isOpen() ? Optional.empty() : Optional.of(opening.progress());
    }

    /** Runs once all backends are open, at once if they are already. */
    public void whenOpen(Runnable action) {
        opening.whenOpen(action);
    }

    /** The backend that will not serve again before the process is restarted. */
    public Optional<String> dead() {
        return opening.backends().entrySet().stream()
                .filter(backend -> !backend.getValue().isAlive())
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** The status of each open backend, by its name. */
    public CompletionStage<Map<String, BackendStatus>> status() {
        Map<String, CompletableFuture<BackendStatus>> asked = new LinkedHashMap<>();
        opening.backends()
                .forEach((name, backend) -> asked.put(name, backend.status().toCompletableFuture()));
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
        return FirstBackup.of(opening.backends());
    }

    @PreDestroy
    void close() {
        opening.close();
    }
}
