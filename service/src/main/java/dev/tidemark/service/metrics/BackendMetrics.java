package dev.tidemark.service.metrics;

import dev.tidemark.spi.Backend;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * {@code tidemark.backend.writes.rejected}: 1 while a backend serves reads but takes no writes, because its disk or its memory is
 * full.
 */
@Singleton
public class BackendMetrics {

    private final MeterRegistry registry;

    BackendMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Begins to watch a backend. */
    public void watch(String name, Backend backend) {
        AtomicBoolean rejected = new AtomicBoolean();
        Gauge.builder("tidemark.backend.writes.rejected", () -> ask(backend, rejected) ? 1 : 0)
                .description("1 while the backend takes no writes, though reads go on")
                .tag("backend", name)
                .register(registry);
    }

    /** What the backend said last: one that has to ask a server first says it for the next time. */
    private static boolean ask(Backend backend, AtomicBoolean rejected) {
        var unused = backend.status().thenAccept(status -> rejected.set(status.writesRejected() != null));
        return rejected.get();
    }
}
