package dev.tidemark.ranked.proof;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranked.DiskEngine;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.tck.Stages;
import dev.tidemark.tck.TestClock;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Point;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.SeriesInfo;
import dev.tidemark.timeseries.TimeRange;
import dev.tidemark.timeseries.Visit;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many threads at once, with snapshots going on all the time. */
class ConcurrencyTest {

    private static final int WRITERS = 4;
    private static final int WRITES = 1_500;
    private static final Instant AT = Instant.parse("2026-11-15T12:00:00Z");
    private static final TimeRange MOMENT = new TimeRange(AT, AT);

    private final TestClock clock = new TestClock(AT);
    private final AtomicBoolean written = new AtomicBoolean();

    @Test
    @DisplayName("No write of many threads is lost or half seen, through snapshots and a restart")
    void losesNothing(@TempDir Path dir) throws Exception {
        DiskEngine.Setup setup = DiskEngine.Setup.of(dir, clock).with("fsync", "never");
        Queue<Long> limits = new ConcurrentLinkedQueue<>();
        try (DiskEngine engine = setup.open()) {
            run(
                    writer -> writeMuch(engine, writer, limits),
                    engine::snapshot,
                    () -> readHalves(engine),
                    () -> readHalves(engine));
            assertThat(limits.stream().sorted())
                    .containsExactlyElementsOf(LongStream.rangeClosed(1, (long) WRITERS * WRITES)
                            .boxed()
                            .toList());
            assertSums(engine);
        }
        try (DiskEngine engine = setup.open()) {
            assertSums(engine);
            clock.advance(Duration.ofDays(2));
            assertThat(scores(engine, "expiring").values()).containsOnly(0L).hasSize(WRITERS);
        }
    }

    private static void writeMuch(DiskEngine engine, int writer, Queue<Long> limits) {
        String own = "writer " + writer;
        for (int n = 1; n <= WRITES; n++) {
            Stages.get(engine.rankings()
                    .increment("halves", List.of(new Increment("left", n), new Increment("right", n)), null));
            Stages.get(engine.rankings().increment(own, List.of(new Increment("m" + n % 100, 1)), null));
            Stages.get(engine.rankings()
                    .increment("expiring", List.of(new Increment(own, 1)), Duration.ofHours(1 + n % 24)));
            Stages.get(engine.timeSeries().insert(batch(own, n)));
            limits.add(Stages.get(engine.timeSeries().countAndGet(new Count("limit", AT, 1), Granularity.DAY)));
        }
    }

    private static List<Event> batch(String own, int n) {
        return List.of(
                new Count("shared", AT, n),
                new Count(own, AT, n),
                new Visit("shared", AT, own + " " + n),
                new Sample(own, AT.plusMillis(n), n));
    }

    /** A command with several members is seen as a whole. */
    private static void readHalves(DiskEngine engine) {
        Map<String, Long> halves = scores(engine, "halves");
        assertThat(halves.get("left")).isEqualTo(halves.get("right"));
    }

    private static void assertSums(DiskEngine engine) {
        long sum = WRITES * (WRITES + 1L) / 2;
        assertThat(scores(engine, "halves")).isEqualTo(Map.of("left", WRITERS * sum, "right", WRITERS * sum));
        assertThat(count(engine, "shared")).isEqualTo(WRITERS * sum);
        assertThat(count(engine, "limit")).isEqualTo((long) WRITERS * WRITES);
        assertThat(Stages.get(engine.timeSeries().uniques("shared", Granularity.DAY, MOMENT))
                        .distinct())
                .isEqualTo((long) WRITERS * WRITES);
        for (int writer = 0; writer < WRITERS; writer++) {
            String own = "writer " + writer;
            assertThat(scores(engine, own).values()).hasSize(100).containsOnly(WRITES / 100L);
            assertThat(scores(engine, "expiring")).containsEntry(own, (long) WRITES);
            assertThat(count(engine, own)).isEqualTo(sum);
            assertThat(samples(engine, own)).hasSize(WRITES);
        }
    }

    @RepeatedTest(5)
    @DisplayName(
            "Whatever drops tables and series while others write to them and the clock jumps, a restart changes nothing")
    void restartsAfterRaces(@TempDir Path dir) throws Exception {
        long seed = Long.getLong("tidemark.seed", new Random().nextInt(1 << 30));
        DiskEngine.Setup setup = DiskEngine.Setup.of(dir, clock).with("fsync", "never");
        Map<String, Object> before;
        try (DiskEngine engine = setup.open()) {
            Random jumps = new Random(seed);
            run(
                    writer -> writeAndDrop(engine, new Random(seed + writer), writer),
                    engine::snapshot,
                    () -> Stages.get(engine.rankings().tables("", "", 1000)),
                    () -> clock.advance(Duration.ofMillis(jumps.nextInt(20) - 8)));
            before = everything(engine);
        }
        try (DiskEngine engine = setup.open()) {
            assertThat(everything(engine)).as("seed " + seed).isEqualTo(before);
        }
    }

    private static void writeAndDrop(DiskEngine engine, Random random, int writer) {
        for (int n = 0; n < WRITES; n++) {
            // Some are always the same, and some always new.
            String name = random.nextInt(4) == 0 ? "new " + writer + " " + n : "old " + random.nextInt(4);
            int choice = random.nextInt(100);
            if (choice < 50) {
                Duration expiresIn = random.nextBoolean() ? null : Duration.ofMillis(1 + random.nextInt(300));
                Increment by = new Increment("m" + random.nextInt(5), 1 + random.nextInt(9));
                Stages.get(engine.rankings().increment(name, List.of(by), expiresIn));
            } else if (choice < 60) {
                Stages.get(engine.rankings().set(name, Map.of("m" + random.nextInt(5), (long) n)));
            } else if (choice < 64) {
                Stages.get(engine.rankings().remove(name, List.of("m0", "m1", "m2")));
            } else if (choice < 67) {
                Stages.get(engine.rankings().drop(name));
            } else if (choice < 70) {
                Stages.get(engine.rankings().retain(name, Duration.ofMillis(1 + random.nextInt(200))));
            } else if (choice < 72) {
                Stages.get(engine.rankings().flushAll());
            } else if (choice < 96) {
                Stages.get(engine.timeSeries()
                        .insert(List.of(
                                new Count(name, AT, n),
                                new Visit("old 0", AT, "v" + n),
                                new Sample(name, AT.plusMillis(n), n))));
            } else {
                Stages.get(engine.timeSeries().delete(name));
            }
        }
    }

    /** Runs the writers to their end, and everything else over and over until then. */
    private void run(IntConsumer writer, Runnable... meanwhile) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS + meanwhile.length);
        try {
            List<Future<?>> writing = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                int number = i;
                writing.add(threads.submit(() -> writer.accept(number)));
            }
            List<Future<?>> others = new ArrayList<>();
            for (Runnable each : meanwhile) {
                others.add(threads.submit(() -> repeat(each)));
            }
            try {
                for (Future<?> each : writing) {
                    each.get(120, SECONDS);
                }
            } finally {
                written.set(true);
            }
            for (Future<?> each : others) {
                each.get(120, SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void repeat(Runnable task) {
        while (!written.get()) {
            task.run();
            Thread.onSpinWait();
        }
    }

    private static Map<String, Object> everything(DiskEngine engine) {
        Map<String, Object> all = new TreeMap<>();
        for (String table : Stages.get(engine.rankings().tables("", "", 10_000)).items()) {
            all.put("table " + table, scores(engine, table));
        }
        for (SeriesInfo series :
                Stages.get(engine.timeSeries().series("", "", 10_000)).items()) {
            all.put("kinds " + series.name(), series.kinds());
            all.put("count " + series.name(), count(engine, series.name()));
            all.put("samples " + series.name(), samples(engine, series.name()));
            all.put(
                    "visits " + series.name(),
                    Stages.get(engine.timeSeries().uniques(series.name(), Granularity.DAY, MOMENT)));
        }
        return all;
    }

    private static Map<String, Long> scores(DiskEngine engine, String table) {
        Map<String, Long> scores = new TreeMap<>();
        for (Ranked entry :
                Stages.get(engine.rankings().range(table, Order.ASC, 0, 10_000)).entries()) {
            scores.put(entry.member(), entry.score());
        }
        return scores;
    }

    private static long count(DiskEngine engine, String series) {
        return Stages.get(engine.timeSeries().counts(series, Granularity.DAY, MOMENT)).stream()
                .mapToLong(Point::value)
                .sum();
    }

    private static List<Sample> samples(DiskEngine engine, String series) {
        return Stages.get(engine.timeSeries()
                .samples(series, new TimeRange(AT, AT.plus(Duration.ofHours(1))), Integer.MAX_VALUE));
    }
}
