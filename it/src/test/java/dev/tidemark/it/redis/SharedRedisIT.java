package dev.tidemark.it.redis;

import static dev.tidemark.tck.Stages.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.spi.Backend;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Point;
import dev.tidemark.timeseries.PrecisionRules;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.TimeRange;
import dev.tidemark.timeseries.Visit;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Two instances of the service on one Redis, with clocks that are two hours apart. */
@Execution(ExecutionMode.CONCURRENT)
class SharedRedisIT {

    private static final TimeRange START = new TimeRange(Instant.EPOCH, Instant.EPOCH);

    @AutoClose
    private static final RedisServer SERVER = RedisServer.start();

    private final RedisTck slowClient = RedisTck.on(SERVER, Map.of());
    private final RedisTck fastClient = RedisTck.on(SERVER, Map.of());
    private final Backend slow = slowClient.join(clock(Duration.ofHours(-1)), PrecisionRules.EXACT);
    private final Backend fast = fastClient.join(clock(Duration.ofHours(1)), PrecisionRules.EXACT);

    @BeforeEach
    void empty() {
        SERVER.text("FLUSHALL");
    }

    @AfterEach
    void close() {
        slow.close();
        fast.close();
        slowClient.close();
        fastClient.close();
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("Increments that expire are undone once and by Redis' clock, whoever made them and whoever reads")
    void undoneOnce() {
        Duration soon = Duration.ofMillis(800);
        long start = System.nanoTime();
        get(slow.rankings().increment("t", List.of(new Increment("of slow", 3)), soon));
        get(fast.rankings().increment("t", List.of(new Increment("of fast", 5)), soon));
        get(fast.rankings().increment("t", List.of(new Increment("of slow", 10)), null));
        long seen = score(fast, "of slow");
        if (System.nanoTime() - start < soon.toNanos()) {
            assertThat(seen).as("before its time").isEqualTo(13);
        }

        // Either reads what the other is to undo.
        await().until(() -> score(fast, "of slow") == 10);
        await().until(() -> score(slow, "of fast") == 0);

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(soon);
        for (Backend backend : List.of(slow, fast, slow)) {
            assertThat(score(backend, "of slow")).isEqualTo(10);
            assertThat(score(backend, "of fast")).isZero();
        }
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("What both write adds up")
    void addsUp() {
        for (int i = 0; i < 10; i++) {
            get(slow.timeSeries().insert(List.of(new Count("s", Instant.EPOCH, 1))));
            get(fast.timeSeries().insert(List.of(new Count("s", Instant.EPOCH, 2))));
            get(slow.rankings().increment("t", List.of(new Increment("m", 1)), null));
            get(fast.rankings().increment("t", List.of(new Increment("m", 2)), null));
        }

        assertThat(count(slow)).isEqualTo(30);
        assertThat(count(fast)).isEqualTo(30);
        assertThat(score(slow, "m")).isEqualTo(30);
        assertThat(score(fast, "m")).isEqualTo(30);
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("Retention is by Redis' clock too")
    void keptByTheServersClock() {
        get(slow.timeSeries().insert(List.of(new Count("slow", Instant.EPOCH, 1))));
        get(fast.timeSeries().insert(List.of(new Count("fast", Instant.EPOCH, 1))));

        try (RedisProbe probe = SERVER.probe()) {
            long ofSlow = probe.number("PTTL", "{slow}:1sec:0");
            long ofFast = probe.number("PTTL", "{fast}:1sec:0");
            // A window of five minutes may have ended in between, but not an hour.
            assertThat(Math.abs(ofSlow - ofFast))
                    .isLessThan(Duration.ofMinutes(6).toMillis());
        }
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("A Redis that has forgotten the scripts is told them again, and nothing is done twice")
    void scriptsForgotten() {
        for (int i = 0; i < 5; i++) {
            SERVER.text("SCRIPT", "FLUSH");
            get(slow.timeSeries().insert(List.of(new Count("s", Instant.EPOCH, 1))));
            get(fast.timeSeries().insert(List.of(new Count("s", Instant.EPOCH, 1))));
            SERVER.text("SCRIPT", "FLUSH");
            get(fast.rankings().increment("t", List.of(new Increment("m", 1)), Duration.ofHours(1)));
            SERVER.text("SCRIPT", "FLUSH");
            assertThat(score(slow, "m")).isEqualTo(i + 1);
        }

        assertThat(count(slow)).isEqualTo(10);
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("What one deletes is gone for the other, and can be written anew")
    void deletedForBoth() {
        get(slow.timeSeries()
                .insert(List.of(
                        new Count("s", Instant.EPOCH, 1),
                        new Visit("s", Instant.EPOCH, "m"),
                        new Sample("s", Instant.EPOCH, 1.5))));
        get(slow.rankings().increment("t", List.of(new Increment("m", 1)), null));

        assertThat(get(fast.timeSeries().delete("s"))).isTrue();
        assertThat(get(fast.rankings().drop("t"))).isTrue();

        assertThat(count(slow)).isZero();
        assertThat(get(slow.timeSeries().series("", "", 10)).items()).isEmpty();
        assertThat(get(slow.timeSeries().samples("s", START, 10))).isEmpty();
        assertThat(get(slow.timeSeries().delete("s"))).isFalse();
        assertThat(get(slow.rankings().rank("t", "m", Order.DESC))).isEmpty();
        assertThat(get(slow.rankings().tables("", "", 10)).items()).isEmpty();

        get(slow.timeSeries().insert(List.of(new Count("s", Instant.EPOCH, 7))));
        assertThat(count(fast)).isEqualTo(7);
        assertThat(get(fast.timeSeries().series("", "", 10)).items()).hasSize(1);
    }

    private static long count(Backend backend) {
        List<Point> points = get(backend.timeSeries().counts("s", Granularity.SECOND, START));
        return points.get(0).value();
    }

    private static long score(Backend backend, String member) {
        return get(backend.rankings().rank("t", member, Order.DESC))
                .orElseThrow()
                .score();
    }

    private static InstantSource clock(Duration ahead) {
        return () -> Instant.now().plus(ahead);
    }
}
