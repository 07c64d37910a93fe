package dev.tidemark.it.mongo;

import static dev.tidemark.tck.Stages.get;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.tidemark.spi.Backend;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Point;
import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.PrecisionRules;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.TimeRange;
import dev.tidemark.timeseries.TimeSeriesStore;
import dev.tidemark.timeseries.Visit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents that have ended on a server that never removes any: nobody sees them. */
@Execution(ExecutionMode.CONCURRENT)
class EndedDocumentsIT {

    private static final TimeRange ALL = new TimeRange(Instant.EPOCH, Instant.ofEpochSecond(9));

    private static MongoServer server;
    private static MongoConnection connection;

    @BeforeAll
    static void start() {
        server = MongoServer.start("--setParameter", "ttlMonitorEnabled=false");
        connection = MongoConnection.to(server.uri());
    }

    @AfterAll
    static void stop() {
        connection.close();
        server.close();
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("Counts that have ended read as 0, and a bucket that is written again begins from nothing")
    void counts() {
        try (MongoTck tck = MongoTck.on(connection, Map.of());
                Backend backend = tck.openEmpty()) {
            TimeSeriesStore store = backend.timeSeries();
            get(store.insert(List.of(count(0, 5), count(1, 7))));
            end(tck, "counts");

            assertThat(sum(store, Granularity.SECOND)).isZero();
            assertThat(sum(store, Granularity.MINUTE)).isZero();
            assertThat(sum(store, Granularity.DAY)).as("kept for ever").isEqualTo(12);

            get(store.insert(List.of(count(0, 2))));
            assertThat(sum(store, Granularity.SECOND)).isEqualTo(2);
            assertThat(sum(store, Granularity.DAY)).isEqualTo(14);

            end(tck, "counts");
            assertThat(get(store.countAndGet(count(0, 3), Granularity.SECOND))).isEqualTo(3);
            assertThat(sum(store, Granularity.MINUTE)).isEqualTo(3);
            assertThat(tck.database().getCollection("counts").countDocuments()).isEqualTo(4);
        }
    }

    @ParameterizedTest
    @EnumSource(Precision.class)
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("Visitors who have ended are not counted, and those who come again are")
    void visits(Precision precision) {
        try (MongoTck tck = MongoTck.on(connection, Map.of());
                Backend backend = tck.open(Granularity.DEFAULTS, new PrecisionRules(precision, Map.of()), null)) {
            TimeSeriesStore store = backend.timeSeries();
            get(store.insert(List.of(visit("max"), visit("hugo"))));
            end(tck, precision == Precision.EXACT ? "visits" : "registers");
            assertThat(distinct(store, Granularity.SECOND)).isZero();
            assertThat(distinct(store, Granularity.DAY)).as("kept for ever").isEqualTo(2);

            get(store.insert(List.of(visit("hugo"))));
            assertThat(distinct(store, Granularity.SECOND)).isEqualTo(1);
            assertThat(distinct(store, Granularity.DAY)).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"minute", "point", "size"})
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("Samples that have ended are not read, and those that are written again are alone")
    void samples(String layout) {
        try (MongoTck tck = MongoTck.on(connection, Map.of("sample-layout", layout));
                Backend backend = tck.open(Granularity.DEFAULTS, PrecisionRules.EXACT, Duration.ofHours(1))) {
            TimeSeriesStore store = backend.timeSeries();
            get(store.insert(List.of(sample(0, 1.5), sample(1, 2.5))));
            end(tck, "samples." + layout);
            assertThat(get(store.samples("s", ALL, 10))).isEmpty();
            assertThat(get(store.summaries("s", Granularity.DAY, ALL))).isEmpty();

            get(store.insert(List.of(sample(0, 3.5))));
            assertThat(get(store.samples("s", ALL, 10))).containsExactly(sample(0, 3.5));
        }
    }

    /** Lets all documents of a collection end, as far as they ever do. */
    private static void end(MongoTck tck, String collection) {
        assertThat(tck.database()
                        .getCollection(collection)
                        .updateMany(
                                Filters.exists("until"),
                                Updates.set("until", tck.now().minusSeconds(60)))
                        .getModifiedCount())
                .isPositive();
    }

    private static long sum(TimeSeriesStore store, Granularity granularity) {
        return get(store.counts("s", granularity, ALL)).stream()
                .mapToLong(Point::value)
                .sum();
    }

    private static long distinct(TimeSeriesStore store, Granularity granularity) {
        return get(store.uniques("s", granularity, ALL)).distinct();
    }

    private static Count count(long second, long amount) {
        return new Count("s", Instant.ofEpochSecond(second), amount);
    }

    private static Event visit(String member) {
        return new Visit("s", Instant.EPOCH, member);
    }

    private static Sample sample(long second, double value) {
        return new Sample("s", Instant.ofEpochSecond(second), value);
    }
}
