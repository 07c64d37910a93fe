package dev.tidemark.it.redis;

import static dev.tidemark.tck.Stages.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.spi.Backend;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.PrecisionRules;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.TimeRange;
import dev.tidemark.timeseries.Visit;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What belongs together is on one node of a cluster, whatever it is called. */
@Execution(ExecutionMode.CONCURRENT)
class HashSlotsIT {

    @AutoClose
    private static final RedisCluster CLUSTER = RedisCluster.start();

    @AutoClose
    private static final RedisTck TCK = RedisTck.on(CLUSTER, Map.of());

    @ParameterizedTest(name = "\"{0}\"")
    @MethodSource("dev.tidemark.tck.Oddities#names")
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("All keys of a series share one slot")
    void seriesSharesSlot(String name) {
        PrecisionRules approximate = new PrecisionRules(Precision.APPROXIMATE, Map.of());
        try (Backend backend = TCK.openEmpty();
                Backend other = TCK.join(InstantSource.system(), approximate)) {
            get(backend.timeSeries()
                    .insert(List.of(
                            new Count(name, Instant.EPOCH, 1),
                            new Count(name, Instant.ofEpochSecond(10_000_000), 2),
                            new Visit(name, Instant.EPOCH, "}{"),
                            new Sample(name, Instant.EPOCH, 1.5),
                            new Sample(name, Instant.ofEpochSecond(10_000_000), 2.5))));
            get(other.timeSeries().insert(List.of(new Visit(name, Instant.EPOCH, "member"))));

            // Counts of two groups, visits in both precisions, two groups of samples and their list.
            assertOneSlot(2 * 4 + 4 + 4 + 3);
            assertThat(get(backend.timeSeries()
                            .counts(name, Granularity.DAY, new TimeRange(Instant.EPOCH, Instant.EPOCH))))
                    .extracting(point -> point.value())
                    .containsExactly(1L);
        }
    }

    @ParameterizedTest(name = "\"{0}\"")
    @MethodSource("dev.tidemark.tck.Oddities#names")
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("All keys of a table share one slot")
    void tableSharesSlot(String name) {
        try (Backend backend = TCK.openEmpty()) {
            get(backend.rankings().increment(name, List.of(new Increment("}{", 5)), Duration.ofHours(1)));
            get(backend.rankings().retain(name, Duration.ofHours(1)));

            assertOneSlot(4);
            assertThat(get(backend.rankings().rank(name, "}{", Order.DESC))).isPresent();
        }
    }

    private static void assertOneSlot(int expected) {
        List<String> keys = RedisContents.keys(TCK.servers()).stream()
                .filter(key -> !key.startsWith("tidemark:"))
                .toList();
        assertThat(keys).hasSize(expected);
        assertThat(keys.stream().map(CLUSTER::slotOf).distinct()).as("%s", keys).hasSize(1);
    }
}
