package dev.tidemark.it.redis;

import static dev.tidemark.tck.Stages.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.TableIncrements;
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
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When keys end, by Redis' own clock. */
@Execution(ExecutionMode.CONCURRENT)
class TimesToLiveIT {

    private static final PrecisionRules APPROXIMATE = new PrecisionRules(Precision.APPROXIMATE, Map.of());

    /** For ever, as {@link #end} tells it. */
    private static final long NEVER = -1;

    /** In milliseconds: the two clocks that are read in one step may stand on both sides of a tick. */
    private static final long TICK = 1;

    @AutoClose
    private static final RedisServer SERVER = RedisServer.start();

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "hash, '', 300, 28800, 864000",
        "string, '', 1, 60, 3600",
        "visits, :visits, 120, 7200, 432000",
        "approximate visits, :hyperloglog, 1, 60, 3600"
    })
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("A key ends when its retention does, or at most one group later; days are kept for ever")
    void endsInTime(String kind, String suffix, long secondsGroup, long minutesGroup, long hoursGroup) {
        Map<String, String> settings = kind.equals("string") ? Map.of("count-layout", "string") : Map.of();
        PrecisionRules precision = kind.startsWith("approximate") ? APPROXIMATE : PrecisionRules.EXACT;
        Event event =
                kind.endsWith("visits") ? new Visit("s", Instant.EPOCH, "member") : new Count("s", Instant.EPOCH, 1);
        try (RedisTck tck = RedisTck.on(SERVER, settings);
                Backend backend = tck.open(Granularity.DEFAULTS, precision, null);
                RedisProbe probe = SERVER.probe()) {
            long before = now(probe);
            get(backend.timeSeries().insert(List.of(event)));
            long after = now(probe);

            assertEnd(probe, "{s}:1sec:0" + suffix, before, after, Duration.ofHours(2), secondsGroup);
            assertEnd(probe, "{s}:1min:0" + suffix, before, after, Duration.ofDays(7), minutesGroup);
            assertEnd(probe, "{s}:1hour:0" + suffix, before, after, Duration.ofDays(60), hoursGroup);
            assertThat(end(probe, "{s}:1day:0" + suffix)).isEqualTo(NEVER);
            assertThat(end(probe, "tidemark:series")).isEqualTo(NEVER);
            assertThat(probe.number("DBSIZE")).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("Samples and the list of their groups end with their retention if they have one")
    void endOfSamples(boolean retained) {
        Duration retention = Duration.ofHours(1);
        List<Event> samples =
                List.of(new Sample("s", Instant.EPOCH, 1.5), new Sample("s", Instant.ofEpochSecond(300), 2.5));
        try (RedisTck tck = RedisTck.on(SERVER, Map.of());
                Backend backend = tck.open(Granularity.DEFAULTS, PrecisionRules.EXACT, retained ? retention : null);
                RedisProbe probe = SERVER.probe()) {
            long before = now(probe);
            get(backend.timeSeries().insert(samples));
            long after = now(probe);

            for (String key : List.of("{s}:samples", "{s}:samples:0:values", "{s}:samples:300:values")) {
                if (retained) {
                    assertEnd(probe, key, before, after, retention, 300);
                } else {
                    assertThat(end(probe, key)).as(key).isEqualTo(NEVER);
                }
            }
            assertThat(probe.number("DBSIZE")).as("with the list of series").isEqualTo(4);
        }
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("A write finds that a key of the current window lives long enough, and leaves its end where it is")
    void leavesTheEnd() {
        try (RedisTck tck = RedisTck.on(SERVER, Map.of());
                Backend backend = tck.openEmpty();
                RedisProbe probe = SERVER.probe()) {
            await("two writes within one window of five minutes").until(() -> {
                long window = now(probe) / 300_000;
                get(backend.timeSeries().insert(List.of(new Count("s", Instant.EPOCH, 1))));
                long first = end(probe, "{s}:1sec:0");
                get(backend.timeSeries().insert(List.of(new Count("s", Instant.EPOCH, 1))));
                long second = end(probe, "{s}:1sec:0");
                if (now(probe) / 300_000 != window) {
                    return false;
                }
                assertThat(second).isBetween(first - TICK, first + TICK);
                return true;
            });
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"count", "visit", "approximate visit", "sample"})
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("A write in a later window renews the end, so that the retention begins anew")
    void renewsTheEnd(String kind) {
        Duration retention = Duration.ofMinutes(1);
        // 300 buckets of a count are the longest window that there is here; a sample's is a tenth of its retention.
        List<Granularity> fine = List.of(new Granularity("fine", Duration.ofMillis(1), retention));
        Duration sampleRetention = Duration.ofSeconds(2);
        Instant at = Instant.EPOCH;
        Event event = kind.equals("count")
                ? new Count("s", at, 1)
                : kind.equals("sample") ? new Sample("s", at, 1.5) : new Visit("s", at, "member");
        try (RedisTck tck = RedisTck.on(SERVER, Map.of());
                Backend backend = tck.open(
                        fine, kind.startsWith("approx") ? APPROXIMATE : PrecisionRules.EXACT, sampleRetention);
                RedisProbe probe = SERVER.probe()) {
            get(backend.timeSeries().insert(List.of(event)));
            List<String> keys = RedisContents.keys(tck.servers()).stream()
                    .filter(key -> key.startsWith("{s}"))
                    .toList();
            assertThat(keys).isNotEmpty();
            List<Long> first = keys.stream().map(key -> end(probe, key)).toList();
            long written = now(probe);
            await().pollInterval(Duration.ofMillis(20)).until(() -> now(probe) > written + 300);

            long before = now(probe);
            get(backend.timeSeries().insert(List.of(event)));

            long least = before + (kind.equals("sample") ? sampleRetention : retention).toMillis();
            for (int i = 0; i < keys.size(); i++) {
                assertThat(end(probe, keys.get(i)))
                        .as(keys.get(i))
                        .isGreaterThan(first.get(i))
                        .isGreaterThanOrEqualTo(least - TICK);
            }
        }
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName(
            "All keys of a table that is retained end together, with its pending undos; without retain() none does")
    void endOfTables() {
        Duration retention = Duration.ofMinutes(10);
        List<Increment> one = List.of(new Increment("member", 1));
        try (RedisTck tck = RedisTck.on(SERVER, Map.of());
                Backend backend = tck.openEmpty();
                RedisProbe probe = SERVER.probe()) {
            get(backend.rankings().increment("game@total", one, Duration.ofHours(1)));
            assertThat(RedisContents.keys(tck.servers()))
                    .allSatisfy(key -> assertThat(end(probe, key)).as(key).isEqualTo(NEVER));

            get(backend.rankings().retain("game@total", retention));
            long before = now(probe);
            get(backend.rankings().increment("game@total", one, null));
            long after = now(probe);

            List<String> keys = RedisContents.keys(tck.servers()).stream()
                    .filter(key -> key.contains("{game}"))
                    .toList();
            assertThat(keys).contains("ranking:{game}@total").hasSizeGreaterThan(2);
            keys.forEach(key -> assertEnd(probe, key, before, after, retention, 0));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sorted-set", "hash"})
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("A table that a hit makes is retained in the same script")
    void endOfTablesOfAHit(String layout) {
        Duration retention = Duration.ofMinutes(10);
        List<Increment> one = List.of(new Increment("member", 1));
        try (RedisTck tck = RedisTck.on(SERVER, Map.of("ranking-layout", layout));
                Backend backend = tck.openEmpty();
                RedisProbe probe = SERVER.probe()) {
            long before = now(probe);
            get(backend.rankings()
                    .incrementAll(List.of(
                            new TableIncrements("game@total", one, null),
                            new TableIncrements("game@day", one, retention))));
            long after = now(probe);
            List<String> keys = RedisContents.keys(tck.servers());
            assertThat(keys).contains("ranking:{game}@total", "ranking:{game}@day", "retention:{game}@day");
            // The hashes of members live up to an eighth of the retention longer.
            keys.stream()
                    .filter(key -> key.contains("{game}@day"))
                    .forEach(key -> assertEnd(probe, key, before, after, retention, key.startsWith("stats:") ? 75 : 0));
            keys.stream()
                    .filter(key -> !key.contains("{game}@day"))
                    .forEach(key -> assertThat(end(probe, key)).as(key).isEqualTo(NEVER));
        }
    }

    private static void assertEnd(
            RedisProbe probe, String key, long before, long after, Duration retention, long groupSeconds) {
        assertThat(end(probe, key))
                .as(key)
                .isBetween(
                        before + retention.toMillis() - TICK,
                        after + retention.toMillis() + groupSeconds * 1_000 + TICK);
    }

    /** When a key ends in milliseconds since 1970, or {@link #NEVER}; there is no such command in Redis 6.2. */
    private static long end(RedisProbe probe, String key) {
        String script = """
                local left, now = redis.call('PTTL', KEYS[1]), redis.call('TIME')
                return left < 0 and left or left + now[1] * 1000 + math.floor(now[2] / 1000)
                """;
        return probe.number("EVAL", script, "1", key);
    }

    private static long now(RedisProbe probe) {
        List<String> time = probe.list("TIME");
        return Long.parseLong(time.get(0)) * 1_000 + Long.parseLong(time.get(1)) / 1_000;
    }
}
