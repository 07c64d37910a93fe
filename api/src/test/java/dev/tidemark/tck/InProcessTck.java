package dev.tidemark.tck;

import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.Backends;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.PrecisionRules;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Opens a backend that keeps everything in this process and goes by the clock that it is given. */
public final class InProcessTck implements TckBackend {

    private final TestClock clock = new TestClock(Instant.parse("2026-11-15T12:00:00Z"));
    private final Backends backends;
    private final String name;
    private final Supplier<Map<String, String>> settings;

    public InProcessTck(Backends backends, String name) {
        this(backends, name, Map::of);
    }

    /** Asks for the backend's settings each time that it is opened: a store that holds nothing may need a fresh folder. */
    public InProcessTck(Backends backends, String name, Supplier<Map<String, String>> settings) {
        this.backends = backends;
        this.name = name;
        this.settings = settings;
    }

    @Override
    public Backend open(List<Granularity> granularities, PrecisionRules precision, @Nullable Duration sampleRetention) {
        BackendConfig config =
                BackendConfig.of(name, settings.get()).withPrecision(precision).withSampleRetention(sampleRetention);
        return backends.open(name, BackendContext.of(config, granularities, clock));
    }

    @Override
    public Instant now() {
        return clock.instant();
    }

    @Override
    public void advance(Duration by) {
        clock.advance(by);
    }

    @Override
    public void close() {}
}
