package dev.tidemark.tck.naive;

import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.Backends;
import dev.tidemark.tck.Providers;
import dev.tidemark.tck.TckBackend;
import dev.tidemark.tck.TestClock;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.PrecisionRules;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Opens the naive backend for the contract tests. */
final class NaiveTck implements TckBackend {

    private final TestClock clock = new TestClock(Instant.parse("2026-11-15T12:00:00Z"));

    @Override
    public Backend open(List<Granularity> granularities, PrecisionRules precision, @Nullable Duration sampleRetention) {
        BackendConfig config =
                BackendConfig.of("naive", Map.of()).withPrecision(precision).withSampleRetention(sampleRetention);
        return Backends.find(new Providers(List.of(NaiveBackend.Provider.class)))
                .open("naive", BackendContext.of(config, granularities, clock));
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
