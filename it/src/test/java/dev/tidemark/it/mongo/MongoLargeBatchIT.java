package dev.tidemark.it.mongo;

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
import dev.tidemark.timeseries.SeriesInfo;
import dev.tidemark.timeseries.TimeRange;
import dev.tidemark.timeseries.TimeSeriesStore;
import dev.tidemark.timeseries.Visit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches that are more than one command, and batches that meet. */
@Execution(ExecutionMode.CONCURRENT)
class MongoLargeBatchIT {

    private static final int TOGETHER = 8;

    private static MongoConnection connection;

    @BeforeAll
    static void connect() {
        connection = SharedMongo.server();
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("One count that would leave 64 bits: nothing of the batch is stored or listed")
    void refusesAsAWhole() {
        try (MongoTck tck = MongoTck.on(connection, Map.of());
                Backend backend = tck.openEmpty()) {
            TimeSeriesStore store = backend.timeSeries();
            get(store.insert(List.of(count("full", Long.MAX_VALUE), count("old", 5), count("lowest", 3))));
            get(store.insert(List.of(new Visit("old", second(7), "max"), new Sample("old", second(7), 1.5))));
            Map<String, List<Document>> before = MongoContents.of(tck.database());
            List<Event> batch = new ArrayList<>(Events.mixed(5_000));
            batch.add(count("old", 4));
            batch.add(new Visit("old", second(7), "hugo"));
            batch.add(new Sample("old", second(7), 2.5));
            batch.add(count("lowest", Long.MIN_VALUE));
            batch.add(count("new lowest", Long.MIN_VALUE));
            batch.add(count("full", 1));
            Collections.shuffle(batch, new Random(1));

            NumberOverflowException refused = assertFails(store.insert(batch), NumberOverflowException.class);

            assertThat(refused).hasMessageContaining("full");
            assertThat(MongoContents.of(tck.database())).isEqualTo(before);
        }
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("A series that came first in a batch that was refused is listed when it is written to again")
    void listedLater() {
        try (MongoTck tck = MongoTck.on(connection, Map.of());
                Backend backend = tck.openEmpty()) {
            TimeSeriesStore store = backend.timeSeries();
            get(store.insert(List.of(count("full", Long.MAX_VALUE))));
            assertFails(store.insert(List.of(count("new", 1), count("full", 1))), NumberOverflowException.class);
            assertThat(get(store.series("", "", 10)).items())
                    .extracting(SeriesInfo::name)
                    .containsExactly("full");

            get(store.insert(List.of(count("new", 2))));

            assertThat(values(store, "new")).containsExactly(2L);
            assertThat(get(store.series("", "", 10)).items())
                    .extracting(SeriesInfo::name)
                    .containsExactly("full", "new");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"minute", "point", "size", "native"})
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("Eight batches that make the same new documents at once lose nothing")
    void meet(String layout) {
        int series = 50;
        try (MongoTck tck = MongoTck.on(connection, Map.of("sample-layout", layout));
                Backend backend = tck.openEmpty()) {
            TimeSeriesStore store = backend.timeSeries();
            get(store.series("", "", 1));

            List<CompletableFuture<Void>> writes = IntStream.range(0, TOGETHER)
                    .mapToObj(writer -> CompletableFuture.supplyAsync(() -> store.insert(everyKind(series, writer)))
                            .thenCompose(stage -> stage))
                    .toList();
            writes.forEach(write -> get(write));

            TimeRange all = new TimeRange(second(0), second(TOGETHER));
            for (int i = 0; i < series; i++) {
                String name = "series-" + i;
                assertThat(values(store, name)).containsExactly((long) TOGETHER);
                assertThat(get(store.uniques(name, Granularity.DAY, all)).distinct())
                        .isEqualTo(TOGETHER);
                assertThat(get(store.samples(name, all, 100))).hasSize(TOGETHER);
            }
            assertThat(get(store.series("", "", 1_000)).items())
                    .hasSize(series)
                    .allSatisfy(info -> assertThat(info.kinds()).hasSize(3));
        }
    }

    /** One count at the same time for all writers, a visitor and a sample of the writer's own. */
    private static List<Event> everyKind(int series, int writer) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < series; i++) {
            events.add(count("series-" + i, 1));
            events.add(new Visit("series-" + i, second(7), "visitor-" + writer));
            events.add(new Sample("series-" + i, second(writer), writer));
        }
        return events;
    }

    private static List<Long> values(TimeSeriesStore store, String series) {
        return get(store.counts(series, Granularity.SECOND, new TimeRange(second(7), second(7)))).stream()
                .map(Point::value)
                .toList();
    }

    private static Count count(String series, long amount) {
        return new Count(series, second(7), amount);
    }

    private static Instant second(long second) {
        return Instant.ofEpochSecond(second);
    }
}
