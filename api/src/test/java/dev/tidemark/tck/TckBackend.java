package dev.tidemark.tck;

import dev.tidemark.spi.Backend;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.PrecisionRules;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the contract tests need of a backend. Each test gets one of its own and closes it at the end. */
public interface TckBackend extends AutoCloseable {

    /**
     * Opens a store that holds nothing, through {@link dev.tidemark.spi.Backends} so that its arguments are checked. A test
     * closes what it opened before it opens another.
     *
     * @param sampleRetention null keeps samples for ever
     */
    Backend open(List<Granularity> granularities, PrecisionRules precision, @Nullable Duration sampleRetention);

    /** The time by the store's own clock. */
    Instant now();

    /** Lets that much time pass on the store's clock: moves a clock that can be moved, waits where it cannot. */
    void advance(Duration by);

    /** How close two samples of a series may be without becoming one: at most a second. */
    default Duration sampleResolution() {
        return Duration.ofMillis(1);
    }

    @Override
    void close();
}
