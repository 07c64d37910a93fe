package dev.tidemark.it.redis;

import static dev.tidemark.tck.Stages.assertFails;
import static dev.tidemark.tck.Stages.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.NumberOverflowException;
import dev.tidemark.it.Events;
import dev.tidemark.spi.Backend;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Point;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.TimeRange;
import dev.tidemark.timeseries.TimeSeriesStore;
import dev.tidemark.timeseries.Visit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Batches that do not fit into one script: they are still stored as a whole, or not at all. */
@Execution(ExecutionMode.CONCURRENT)
class LargeBatchIT {

    @AutoClose
    private static final RedisServer SERVER = RedisServer.start();

    @AutoClose
    private static final RedisCluster CLUSTER = RedisCluster.start();

    @AutoClose
    private static final RedisTck HASH = RedisTck.on(SERVER, Map.of("count-layout", "hash"));

    @AutoClose
    private static final RedisTck STRING = RedisTck.on(SERVER, Map.of("count-layout", "string"));

    @AutoClose
    private static final RedisTck SPREAD = RedisTck.on(CLUSTER, Map.of());

    static Stream<Named<RedisTck>> stores() {
        return Stream.of(Named.of("hash", HASH), Named.of("string", STRING), Named.of("cluster", SPREAD));
    }

    @ParameterizedTest(name = "{0}", autoCloseArguments = false)
    @MethodSource("stores")
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("One count that would leave 64 bits: nothing of the batch is stored or listed")
    void refusesAsAWhole(RedisTck tck) {
        try (Backend backend = tck.openEmpty()) {
            TimeSeriesStore store = backend.timeSeries();
            get(store.insert(List.of(count("full", 7, Long.MAX_VALUE), count("old", 7, 5), count("lowest", 7, 3))));
            get(store.insert(List.of(new Visit("old", second(7), "max"), new Sample("old", second(7), 1.5))));
            Map<String, Object> before = RedisContents.of(tck.servers());
            List<Event> batch = new ArrayList<>(Events.mixed(5_000));
            batch.add(count("old", 7, 4));
            batch.add(new Visit("old", second(7), "hugo"));
            batch.add(new Sample("old", second(7), 2.5));
            batch.add(count("lowest", 7, Long.MIN_VALUE));
            batch.add(count("new lowest", 7, Long.MIN_VALUE));
            batch.add(count("full", 7, 1));
            Collections.shuffle(batch, new Random(1));

            NumberOverflowException refused = assertFails(store.insert(batch), NumberOverflowException.class);

            assertThat(refused).hasMessageContaining("full");
            assertThat(RedisContents.of(tck.servers())).isEqualTo(before);
        }
    }

    @ParameterizedTest(name = "{0}", autoCloseArguments = false)
    @MethodSource("stores")
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("Counts of zero leave nothing behind either, in a large batch that is refused and in a small one")
    void takesBackZeros(RedisTck tck) {
        try (Backend backend = tck.openEmpty()) {
            TimeSeriesStore store = backend.timeSeries();
            get(store.insert(List.of(count("full", 7, Long.MAX_VALUE))));
            Map<String, Object> before = RedisContents.of(tck.servers());
            for (int size : new int[] {1, 1_000}) {
                List<Event> batch = new ArrayList<>();
                IntStream.range(0, size).forEach(i -> batch.add(count("zero-" + i, i, 0)));
                batch.add(count("full", 7, 1));

                assertFails(store.insert(batch), NumberOverflowException.class);

                assertThat(RedisContents.of(tck.servers()))
                        .as("after %d zeros", size)
                        .isEqualTo(before);
            }
        }
    }

    @ParameterizedTest(name = "{0}", autoCloseArguments = false)
    @MethodSource("stores")
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("A count that was zero, and a series that has only that, are listed and zero after a refused batch")
    void keepsZeros(RedisTck tck) {
        try (Backend backend = tck.openEmpty()) {
            TimeSeriesStore store = backend.timeSeries();
            get(store.insert(List.of(count("full", 7, Long.MAX_VALUE), count("zero", 7, 0), count("gone", 7, 2))));
            get(store.insert(List.of(count("gone", 7, -2))));
            List<Event> batch = new ArrayList<>(Events.mixed(2_000));
            batch.addAll(List.of(count("zero", 7, 9), count("gone", 7, 0), count("full", 7, 1)));

            assertFails(store.insert(batch), NumberOverflowException.class);

            assertThat(get(store.series("", "", 10)).items())
                    .extracting(series -> series.name())
                    .containsExactly("full", "gone", "zero");
            assertThat(values(store, "zero", Granularity.DAY, 0, 0)).containsExactly(0L);
            assertThat(values(store, "gone", Granularity.SECOND, 7, 7)).containsExactly(0L);
            assertThat(values(store, "full", Granularity.SECOND, 7, 7)).containsExactly(Long.MAX_VALUE);
        }
    }

    @ParameterizedTest(name = "{0}", autoCloseArguments = false)
    @MethodSource("stores")
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("The outermost amounts are stored, and the sum of a bucket may leave 64 bits on the way")
    void outermostAmounts(RedisTck tck) {
        try (Backend backend = tck.openEmpty()) {
            TimeSeriesStore store = backend.timeSeries();
            List<Event> batch = new ArrayList<>(Events.mixed(1_000));
            batch.add(count("lowest", 7, Long.MIN_VALUE));
            batch.add(count("highest", 7, Long.MAX_VALUE));
            batch.addAll(
                    List.of(count("back", 7, Long.MAX_VALUE), count("back", 7, Long.MAX_VALUE), count("back", 7, -5)));
            batch.add(count("back", 7, -Long.MAX_VALUE));

            get(store.insert(batch));

            for (Granularity granularity : Granularity.DEFAULTS) {
                assertThat(values(store, "lowest", granularity, 7, 7)).containsExactly(Long.MIN_VALUE);
                assertThat(values(store, "highest", granularity, 7, 7)).containsExactly(Long.MAX_VALUE);
                assertThat(values(store, "back", granularity, 7, 7)).containsExactly(Long.MAX_VALUE - 5);
            }
        }
    }

    @ParameterizedTest(name = "{0}", autoCloseArguments = false)
    @MethodSource("stores")
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("10,000 events of every kind are all there, and all their series are listed")
    void storesAll(RedisTck tck) {
        try (Backend backend = tck.openEmpty()) {
            TimeSeriesStore store = backend.timeSeries();
            List<Event> batch = Events.mixed(10_000);

            get(store.insert(batch));

            TimeRange all = new TimeRange(second(0), second(119));
            for (int i = 0; i < Events.SERIES; i++) {
                String name = "series-" + i;
                long[] counts = new long[120];
                long visits = batch.stream()
                        .filter(event -> event.series().equals(name) && event instanceof Visit)
                        .map(event -> ((Visit) event).member())
                        .distinct()
                        .count();
                List<Sample> samples = new ArrayList<>();
                for (Event event : batch) {
                    if (event.series().equals(name) && event instanceof Count count) {
                        counts[(int) count.at().getEpochSecond()] += count.amount();
                    } else if (event.series().equals(name) && event instanceof Sample sample) {
                        samples.removeIf(other -> other.at().equals(sample.at()));
                        samples.add(sample);
                    }
                }
                assertThat(values(store, name, Granularity.SECOND, 0, 119))
                        .containsExactly(IntStream.range(0, 120)
                                .mapToObj(second -> counts[second])
                                .toArray(Long[]::new));
                assertThat(values(store, name, Granularity.DAY, 0, 0))
                        .containsExactly(Arrays.stream(counts).sum());
                assertThat(get(store.uniques(name, Granularity.DAY, all)).distinct())
                        .isEqualTo(visits);
                assertThat(get(store.samples(name, all, 1_000))).containsExactlyInAnyOrderElementsOf(samples);
            }
            assertThat(get(store.series("", "", 1_000)).items())
                    .hasSize(Events.SERIES)
                    .allSatisfy(series -> assertThat(series.kinds()).hasSize(3));
        }
    }

    private static List<Long> values(
            TimeSeriesStore store, String series, Granularity granularity, long from, long to) {
        return get(store.counts(series, granularity, new TimeRange(second(from), second(to)))).stream()
                .map(Point::value)
                .toList();
    }

    private static Count count(String series, long second, long amount) {
        return new Count(series, second(second), amount);
    }

    private static Instant second(long second) {
        return Instant.ofEpochSecond(second);
    }
}
