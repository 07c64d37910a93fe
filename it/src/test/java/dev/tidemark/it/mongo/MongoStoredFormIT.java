package dev.tidemark.it.mongo;

import static dev.tidemark.tck.Stages.get;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.tidemark.spi.Backend;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.PrecisionRules;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.Visit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bson.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a series takes in MongoDB: which documents, and which indexes. */
@Execution(ExecutionMode.CONCURRENT)
class MongoStoredFormIT {

    private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");

    private static MongoConnection connection;

    @BeforeAll
    static void connect() {
        connection = SharedMongo.server();
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("Counts are a document for each group of buckets, which ends unless its granularity is kept for ever")
    void counts() {
        try (MongoTck tck = MongoTck.on(connection, Map.of());
                Backend backend = tck.openEmpty()) {
            get(backend.timeSeries().insert(List.of(count(0), count(1), count(1), count(3), count(61))));

            assertThat(MongoContents.of(tck.database()))
                    .containsOnlyKeys("counts", "series")
                    .containsEntry("series", List.of(json("{_id: 'purchases:item1', count: true}")));
            assertThat(MongoContents.in(tck.database(), "counts"))
                    .containsExactlyInAnyOrder(json("""
                                    {_id: {s: 'purchases:item1', g: '1sec', t: {$numberLong: '0'}}, n: {
                                     '0': {$numberLong: '1'}, '1': {$numberLong: '2'}, '3': {$numberLong: '1'},
                                     '61': {$numberLong: '1'}}}
                                    """), json("""
                                    {_id: {s: 'purchases:item1', g: '1min', t: {$numberLong: '0'}}, n: {
                                     '0': {$numberLong: '4'}, '1': {$numberLong: '1'}}}
                                    """), json("""
                                    {_id: {s: 'purchases:item1', g: '1hour', t: {$numberLong: '0'}}, n: {
                                     '0': {$numberLong: '5'}}}
                                    """), json("""
                                    {_id: {s: 'purchases:item1', g: '1day', t: {$numberLong: '0'}}, n: {
                                     '0': {$numberLong: '5'}}}
                                    """));
            assertThat(endless(tck.database(), "counts")).containsExactly("1day");
            assertThat(expiring(tck.database())).contains("counts", "visits", "registers", "samples.minute");
        }
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("Exact visits are a document for each visitor of each bucket")
    void exactVisits() {
        try (MongoTck tck = MongoTck.on(connection, Map.of());
                Backend backend = tck.openEmpty()) {
            get(backend.timeSeries().insert(List.of(visit("hugo"), visit("hugo"))));
            get(backend.timeSeries().insert(List.of(visit("hugo"))));

            assertThat(MongoContents.in(tck.database(), "visits"))
                    .hasSize(4)
                    .contains(
                            json("{_id: {s: 'visits:home', g: '1sec', t: {$numberLong: '1000'}, m: 'hugo'}}"),
                            json("{_id: {s: 'visits:home', g: '1min', t: {$numberLong: '0'}, m: 'hugo'}}"));
            assertThat(endless(tck.database(), "visits")).containsExactly("1day");
        }
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("Approximate visits are the registers that are not 0")
    void approximateVisits() {
        PrecisionRules approximate = new PrecisionRules(Precision.APPROXIMATE, Map.of());
        try (MongoTck tck = MongoTck.on(connection, Map.of());
                Backend backend = tck.open(Granularity.DEFAULTS, approximate, null)) {
            get(backend.timeSeries().insert(List.of(visit("hugo"), visit("max"))));
            get(backend.timeSeries().insert(List.of(visit("hugo"))));

            List<Document> stored = MongoContents.in(tck.database(), "registers");
            assertThat(stored).hasSize(4).allSatisfy(document -> {
                assertThat(document.keySet()).containsExactly("_id", "r");
                long registers = document.get("r", Document.class).values().stream()
                        .mapToLong(level -> ((Document) level).size())
                        .sum();
                assertThat(registers).isEqualTo(2);
            });
            assertThat(endless(tck.database(), "registers")).containsExactly("1day");
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            minute | {_id: {s: 'temperature', t: {$numberLong: '1794744000000'}}, p: {'0': 20.5, '59': 21.0}}
            point  | {_id: {s: 'temperature', t: {$numberLong: '1794744000000'}}, v: 20.5}
            size   | {series: 'temperature', day: {$numberLong: '1794700800000'}, nsamples: 2, first: {$numberLong: '1794744000000'}, last: {$numberLong: '1794744059250'}}
            native | {t: {$date: '2026-11-15T12:00:00Z'}, s: 'temperature', v: 20.5}
            """)
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("Samples are stored as their layout says, and end when there is a retention")
    void samples(String layout, String first) {
        try (MongoTck tck = MongoTck.on(connection, Map.of("sample-layout", layout));
                Backend backend = tck.open(Granularity.DEFAULTS, PrecisionRules.EXACT, Duration.ofHours(1))) {
            get(backend.timeSeries()
                    .insert(List.of(
                            new Sample("temperature", NOON, 20.5),
                            new Sample("temperature", NOON.plusMillis(59_250), 21))));

            String collection = "samples." + layout;
            assertThat(tck.database().getCollection(collection).find())
                    .allSatisfy(document -> assertThat(document).containsKey("until"));
            assertThat(tck.database()
                            .getCollection(collection)
                            .find()
                            .sort(new Document("_id.t", 1).append("t", 1))
                            .first())
                    .containsAllEntriesOf(json(first));
            if (layout.equals("size")) {
                assertThat(MongoContents.in(tck.database(), collection).get(0).getList("samples", Document.class))
                        .allSatisfy(sample -> assertThat(sample.keySet()).containsExactly("t", "v", "w"))
                        .extracting(sample -> sample.getDouble("v"))
                        .containsExactly(20.5, 21.0);
            }
            if (!layout.equals("native")) {
                assertThat(expiring(tck.database())).contains(collection);
            }
        }
    }

    /** The granularities of documents that do not end. */
    private static Set<String> endless(MongoDatabase database, String collection) {
        Set<String> granularities = new TreeSet<>();
        database.getCollection(collection)
                .find(new Document("until", new Document("$exists", false)))
                .forEach(document ->
                        granularities.add(document.get("_id", Document.class).getString("g")));
        return granularities;
    }

    /** The collections whose documents the server removes at the time that they say themselves. */
    private static Set<String> expiring(MongoDatabase database) {
        Set<String> collections = new TreeSet<>();
        for (String collection : database.listCollectionNames()) {
            for (Document index : database.getCollection(collection).listIndexes()) {
                if (new Document("until", 1).equals(index.get("key"))
                        && index.get("expireAfterSeconds") instanceof Number seconds
                        && seconds.longValue() == 0) {
                    collections.add(collection);
                }
            }
        }
        return collections;
    }

    private static Event count(long second) {
        return new Count("purchases:item1", Instant.ofEpochSecond(second), 1);
    }

    private static Event visit(String member) {
        return new Visit("visits:home", Instant.ofEpochSecond(1), member);
    }

    private static Document json(String json) {
        return Document.parse(json);
    }
}
