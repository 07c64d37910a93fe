package dev.tidemark.it.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.it.ServiceProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Redis killed under load: what was acknowledged is there, and nothing is there twice. */
@Execution(ExecutionMode.CONCURRENT)
class KilledRedisIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    /** A service may be slow on a busy machine, but does not hang. */
    private static final Duration MARGIN = Duration.ofSeconds(10);

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int WRITERS = 6;
    private static final int KILLS = 2;
    private static final int SECONDS = 10;

    @Test
    @DisplayName("No request hangs, every count that was acknowledged is stored, and at most one more for each kill")
    void losesNothing() {
        AtomicBoolean stop = new AtomicBoolean();
        try (RedisServer redis = RedisServer.start("--appendonly", "yes", "--appendfsync", "always");
                ServiceProcess service = ServiceProcess.launch(Map.of(
                        "TIDEMARK_BACKEND",
                        "redis",
                        "QUARKUS_REDIS_HOSTS",
                        redis.uri(),
                        "TIDEMARK_REDIS_TIMEOUT",
                        TIMEOUT.toMillis() + "ms"))) {
            Rest rest = new Rest(service.port());
            List<Writer> writers = IntStream.range(0, WRITERS)
                    .mapToObj(i -> new Writer(rest, "writer-" + i, stop))
                    .toList();
            writers.forEach(Thread::start);
            try {
                awaitAcknowledged(writers, 50);
                for (int kill = 1; kill <= KILLS; kill++) {
                    List<Integer> refused =
                            writers.stream().map(Writer::uncertainOnes).toList();
                    redis.kill();
                    await().atMost(PATIENCE)
                            .until(() -> IntStream.range(0, WRITERS)
                                    .allMatch(i -> writers.get(i).failed()
                                            || writers.get(i).uncertainOnes() > refused.get(i)));
                    redis.restart();
                    awaitAcknowledged(writers, 50);
                }
            } finally {
                stop.set(true);
                writers.forEach(Writer::await);
            }
            writers.forEach(writer -> writer.check(rest));
            assertThat(service.output()).doesNotContain("\tat ");
        }
    }

    /** Waits until every writer has got so many more acknowledged. */
    private static void awaitAcknowledged(List<Writer> writers, int more) {
        List<Integer> before = writers.stream().map(Writer::acknowledgedOnes).toList();
        await().atMost(PATIENCE)
                .until(() -> IntStream.range(0, WRITERS)
                        .allMatch(i ->
                                writers.get(i).failed() || writers.get(i).acknowledgedOnes() >= before.get(i) + more));
    }

    /** Counts in a series of its own, one request after the other, so at most one is on its way when Redis is killed. */
    private static final class Writer extends Thread {

        private final Rest rest;
        private final String series;
        private final AtomicBoolean stop;
        private final AtomicIntegerArray acknowledged = new AtomicIntegerArray(SECONDS);
        private final AtomicIntegerArray uncertain = new AtomicIntegerArray(SECONDS);
        private volatile Duration longest = Duration.ZERO;
        private volatile String unexpected = "";

        Writer(Rest rest, String series, AtomicBoolean stop) {
            super(series);
            this.rest = rest;
            this.series = series;
            this.stop = stop;
        }

        @Override
        public void run() {
            for (int i = 0; !stop.get(); i++) {
                Rest.Answer answer = rest.count(series, i % SECONDS);
                longest = answer.took().compareTo(longest) > 0 ? answer.took() : longest;
                if (answer.status() == 200) {
                    acknowledged.incrementAndGet(i % SECONDS);
                } else if (answer.status() == 503) {
                    uncertain.incrementAndGet(i % SECONDS);
                    pause();
                } else {
                    unexpected = answer.status() + " " + answer.body();
                    return;
                }
            }
        }

        /** As a client does that was asked to come back later, only sooner. */
        private static void pause() {
            try {
                sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        boolean failed() {
            return !isAlive();
        }

        int acknowledgedOnes() {
            return sum(acknowledged);
        }

        int uncertainOnes() {
            return sum(uncertain);
        }

        void await() {
            try {
                join(PATIENCE.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        void check(Rest reader) {
            assertThat(isAlive()).as("a request hangs").isFalse();
            assertThat(unexpected).isEmpty();
            assertThat(longest).isLessThan(TIMEOUT.plus(MARGIN));
            List<Long> stored = reader.counts(series, "1sec", 0, SECONDS - 1);
            for (int i = 0; i < SECONDS; i++) {
                assertThat(stored.get(i))
                        .as("%s at %d", series, i)
                        .isBetween((long) acknowledged.get(i), (long) acknowledged.get(i) + uncertain.get(i));
            }
            long sum = stored.stream().mapToLong(Long::longValue).sum();
            assertThat(sum - acknowledgedOnes()).isBetween(0L, (long) KILLS);
            assertThat(reader.counts(series, "1day", 0, 0))
                    .as("all granularities are written in one step")
                    .containsExactly(sum);
        }

        private static int sum(AtomicIntegerArray numbers) {
            return IntStream.range(0, SECONDS).map(numbers::get).sum();
        }
    }
}
