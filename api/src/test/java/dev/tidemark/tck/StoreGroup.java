package dev.tidemark.tck;

import dev.tidemark.ranking.RankingStore;
import dev.tidemark.spi.Backend;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.PrecisionRules;
import dev.tidemark.timeseries.TimeSeriesStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A group of contract tests on one topic. Each of its tests begins with an empty store, which may be the same server for all:
 * so they run one after the other, even where the classes of several backends run side by side.
 */
@Execution(ExecutionMode.SAME_THREAD)
abstract class StoreGroup {

    private final Supplier<TckBackend> kits;
    private final Precision precision;
    private TckBackend kit;
    private Backend backend;

    StoreGroup(Supplier<TckBackend> kits, Precision precision) {
        this.kits = kits;
        this.precision = precision;
    }

    @BeforeEach
    void openFreshStore() {
        kit = kits.get();
        backend = kit.open(Granularity.DEFAULTS, new PrecisionRules(precision, Map.of()), null);
    }

    @AfterEach
    void closeStore() {
        try {
            backend.close();
        } finally {
            kit.close();
        }
    }

    /** Goes on with another empty store that is set up differently. */
    void reopen(List<Granularity> granularities, PrecisionRules rules, @Nullable Duration sampleRetention) {
        backend.close();
        backend = kit.open(granularities, rules, sampleRetention);
    }

    TckBackend kit() {
        return kit;
    }

    Backend backend() {
        return backend;
    }

    TimeSeriesStore series() {
        return backend.timeSeries();
    }

    RankingStore rankings() {
        return backend.rankings();
    }

    Precision precision() {
        return precision;
    }

    void advance(long millis) {
        kit.advance(Duration.ofMillis(millis));
    }
}
