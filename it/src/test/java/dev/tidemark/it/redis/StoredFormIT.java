package dev.tidemark.it.redis;

import static dev.tidemark.tck.Stages.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.spi.Backend;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Visit;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a series takes in Redis: how many keys, and in which encoding. */
@Execution(ExecutionMode.CONCURRENT)
class StoredFormIT {

    private static final int DAY = 86_400;
    private static final int BATCH = 7_200;

    /** The compact encoding, as Redis 7 and Redis 6.2 call it. */
    private static final List<String> COMPACT = List.of("listpack", "ziplist");

    @AutoClose
    private static final RedisServer SERVER = RedisServer.start();

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("Counts of five minutes are one compact hash, and one key for each longer granularity")
    void fiveMinutesOfCounts() {
        try (RedisTck tck = RedisTck.on(SERVER, Map.of());
                Backend backend = tck.openEmpty();
                RedisProbe probe = SERVER.probe()) {
            get(backend.timeSeries().insert(counts(0, 300)));

            assertThat(RedisContents.keys(tck.servers()))
                    .containsExactlyInAnyOrder(
                            "{purchases:item1}:1sec:0",
                            "{purchases:item1}:1min:0",
                            "{purchases:item1}:1hour:0",
                            "{purchases:item1}:1day:0",
                            "tidemark:series");
            assertThat(probe.number("HLEN", "{purchases:item1}:1sec:0")).isEqualTo(300);
            assertThat(probe.text("OBJECT", "ENCODING", "{purchases:item1}:1sec:0"))
                    .isIn(COMPACT);
        }
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({"hash, 293", "string, 87865"})
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("A day of one event a second takes as many keys as its layout says")
    void dayOfCounts(String layout, int keys) {
        try (RedisTck tck = RedisTck.on(SERVER, Map.of("count-layout", layout));
                Backend backend = tck.openEmpty();
                RedisProbe probe = SERVER.probe()) {
            for (int from = 0; from < DAY; from += BATCH) {
                get(backend.timeSeries().insert(counts(from, from + BATCH)));
            }

            assertThat(probe.number("DBSIZE")).as("with the list of series").isEqualTo(keys + 1);
            if (layout.equals("hash")) {
                assertThat(RedisContents.keys(tck.servers()))
                        .allSatisfy(key -> assertThat(probe.text("OBJECT", "ENCODING", key))
                                .as(key)
                                .isIn(COMPACT));
            }
        }
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("Exact visits of a quiet series are compact sorted sets")
    void quietVisits() {
        List<Event> visits = IntStream.range(0, 120)
                .<Event>mapToObj(i -> new Visit("home", Instant.ofEpochSecond(i), "visitor-" + i))
                .toList();
        try (RedisTck tck = RedisTck.on(SERVER, Map.of());
                Backend backend = tck.openEmpty();
                RedisProbe probe = SERVER.probe()) {
            get(backend.timeSeries().insert(visits));

            assertThat(RedisContents.keys(tck.servers()))
                    .containsExactlyInAnyOrder(
                            "{home}:1sec:0:visits",
                            "{home}:1min:0:visits",
                            "{home}:1hour:0:visits",
                            "{home}:1day:0:visits",
                            "tidemark:series")
                    .allSatisfy(key -> assertThat(probe.text("OBJECT", "ENCODING", key))
                            .as(key)
                            .isIn(COMPACT));
        }
    }

    private static List<Event> counts(int from, int end) {
        return IntStream.range(from, end)
                .<Event>mapToObj(i -> new Count("purchases:item1", Instant.ofEpochSecond(i), 1))
                .toList();
    }
}
