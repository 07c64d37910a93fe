package dev.tidemark.it.mongo;

import static dev.tidemark.tck.Stages.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranking.Increment;
import dev.tidemark.spi.Backend;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.Visit;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.bson.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On a sharded cluster, collections are sharded from the first write on. */
@Execution(ExecutionMode.CONCURRENT)
class ShardedFormIT {

    private static MongoConnection connection;

    @BeforeAll
    static void connect() {
        connection = SharedMongo.sharded();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            minute | samples.minute                | {_id: 1}
            size   | samples.size                  | {series: 1, day: 1}
            native | system.buckets.samples.native | {meta: 1}
            """)
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("Every collection has the shard key of its layout")
    void sharded(String layout, String samples, String key) {
        try (MongoTck tck = MongoTck.on(connection, Map.of("sample-layout", layout, "timeout", "25s"));
                Backend backend = tck.openEmpty()) {
            get(backend.timeSeries()
                    .insert(List.of(
                            new Count("s", Instant.EPOCH, 1),
                            new Visit("s", Instant.EPOCH, "max"),
                            new Sample("s", Instant.EPOCH, 1.5))));
            get(backend.rankings().increment("t", List.of(new Increment("m", 1)), null));

            assertThat(shardKeys(tck.database().getName()))
                    .containsEntry("counts", Document.parse("{_id: 1}"))
                    .containsEntry("visits", Document.parse("{_id: 1}"))
                    .containsEntry("registers", Document.parse("{_id: 1}"))
                    .containsEntry("series", Document.parse("{_id: 1}"))
                    .containsEntry("rankings", Document.parse("{t: 1, m: 1}"))
                    .containsEntry(samples, Document.parse(key));
        }
    }

    /** By the names of collections without their database's. */
    private static Map<String, Document> shardKeys(String database) {
        Map<String, Document> keys = new TreeMap<>();
        connection
                .client()
                .getDatabase("config")
                .getCollection("collections")
                .find(new Document("_id", Pattern.compile("^" + Pattern.quote(database) + "\\.")))
                .forEach(found -> keys.put(
                        found.getString("_id").substring(database.length() + 1), found.get("key", Document.class)));
        return keys;
    }
}
