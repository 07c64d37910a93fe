package dev.tidemark.it.mongo;

import static dev.tidemark.tck.Stages.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.it.Writer;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendUnavailableException;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Point;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The primary of a replica set killed under load: what was acknowledged is there, and nothing is there twice. */
@Execution(ExecutionMode.CONCURRENT)
class KilledPrimaryIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int WRITERS_OF_A_KIND = 3;
    private static final int PLACES = 10;

    /** More samples than a test gets to write. */
    private static final int MAX_SAMPLES = 100_000;

    /** The first is shorter than an election takes, so some writes fail; the second is longer. */
    @ParameterizedTest(name = "with a timeout of {0}")
    @ValueSource(strings = {"1s", "20s"})
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("Every write that was acknowledged is stored, and no write twice")
    void losesNothing(String timeout) {
        AtomicBoolean stop = new AtomicBoolean();
        try (MongoReplicaSet set = MongoReplicaSet.start();
                MongoConnection connection = MongoConnection.to(set.uri());
                MongoTck tck = MongoTck.on(connection, Map.of("timeout", timeout));
                Backend backend = tck.openEmpty()) {
            List<Writer> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS_OF_A_KIND; i++) {
                writers.add(counting(backend, "counts-" + i, stop));
                writers.add(sampling(backend, "samples-" + i, stop));
                writers.add(ranking(backend, "ranking-" + i, stop));
            }
            writers.forEach(Thread::start);
            try {
                awaitAcknowledged(writers, 20);
                set.killPrimary();
                awaitAcknowledged(writers, 20);
            } finally {
                stop.set(true);
            }
            writers.forEach(writer -> writer.awaitEnd(PATIENCE));
            for (int i = 0; i < writers.size(); i += 3) {
                checkCounts(writers.get(i), backend);
                checkSamples(writers.get(i + 1), backend);
                checkRanking(writers.get(i + 2), backend);
            }
            if (timeout.equals("20s")) {
                assertThat(writers)
                        .allSatisfy(writer -> assertThat(writer.uncertain())
                                .as("an election is waited for")
                                .isEmpty());
            }
        }
    }

    private static Writer counting(Backend backend, String series, AtomicBoolean stop) {
        return new Writer(
                series,
                stop,
                number -> done(backend.timeSeries()
                        .insert(List.of(new Count(series, Instant.ofEpochSecond(number % PLACES), 1)))));
    }

    private static Writer sampling(Backend backend, String series, AtomicBoolean stop) {
        return new Writer(
                series,
                stop,
                number -> done(backend.timeSeries()
                        .insert(List.of(new Sample(series, Instant.ofEpochSecond(number), number)))));
    }

    private static Writer ranking(Backend backend, String table, AtomicBoolean stop) {
        return new Writer(
                table,
                stop,
                number -> done(backend.rankings()
                        .increment(table, List.of(new Increment("m" + number % PLACES, 1)), null)));
    }

    /** Whether it was acknowledged. Any failure but that of a server that is away is none that may be. */
    private static boolean done(CompletionStage<?> write) {
        try {
            get(write);
            return true;
        } catch (BackendUnavailableException e) {
            return false;
        }
    }

    /** Waits until every writer has got so many more acknowledged. */
    private static void awaitAcknowledged(List<Writer> writers, int more) {
        List<Integer> before =
                writers.stream().map(writer -> writer.acknowledged().size()).toList();
        await().atMost(PATIENCE)
                .until(() -> IntStream.range(0, writers.size())
                        .allMatch(i -> writers.get(i).failed()
                                || writers.get(i).acknowledged().size() >= before.get(i) + more));
    }

    /** Each granularity is a document of its own, so they are looked at one by one. */
    private static void checkCounts(Writer writer, Backend backend) {
        TimeRange range = new TimeRange(Instant.EPOCH, Instant.ofEpochSecond(PLACES - 1));
        writer.checkSums(get(backend.timeSeries().counts(writer.getName(), Granularity.SECOND, range)).stream()
                .map(Point::value)
                .toList());
        for (Granularity granularity : List.of(Granularity.MINUTE, Granularity.HOUR, Granularity.DAY)) {
            writer.checkSums(get(backend.timeSeries().counts(writer.getName(), granularity, range)).stream()
                    .map(Point::value)
                    .toList());
        }
    }

    private static void checkSamples(Writer writer, Backend backend) {
        Map<Integer, Double> stored = new HashMap<>();
        TimeRange range = new TimeRange(Instant.EPOCH, Instant.ofEpochSecond(MAX_SAMPLES));
        get(backend.timeSeries().samples(writer.getName(), range, MAX_SAMPLES))
                .forEach(sample -> stored.put((int) sample.at().getEpochSecond(), sample.value()));
        assertThat(stored).containsKeys(writer.acknowledged().toArray(Integer[]::new));
        stored.keySet().removeAll(writer.acknowledged());
        assertThat(writer.uncertain()).containsAll(stored.keySet());
    }

    private static void checkRanking(Writer writer, Backend backend) {
        Map<String, Long> stored = new HashMap<>();
        get(backend.rankings().range(writer.getName(), Order.DESC, 0, PLACES))
                .entries()
                .forEach(entry -> stored.put(entry.member(), entry.score()));
        writer.checkSums(IntStream.range(0, PLACES)
                .mapToObj(i -> stored.getOrDefault("m" + i, 0L))
                .toList());
    }
}
