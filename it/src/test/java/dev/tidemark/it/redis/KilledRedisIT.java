package dev.tidemark.it.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.it.Rest;
import dev.tidemark.it.ServiceProcess;
import dev.tidemark.it.Writer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Redis killed under load: what was acknowledged is there, and nothing is there twice. */
@Tag("service")
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
                    .mapToObj(i -> writer(rest, "writer-" + i, stop))
                    .toList();
            writers.forEach(Thread::start);
            try {
                awaitAcknowledged(writers, 50);
                for (int kill = 1; kill <= KILLS; kill++) {
                    List<Integer> refused = writers.stream()
                            .map(writer -> writer.uncertain().size())
                            .toList();
                    redis.kill();
                    await().atMost(PATIENCE)
                            .until(() -> IntStream.range(0, WRITERS)
                                    .allMatch(i -> writers.get(i).failed()
                                            || writers.get(i).uncertain().size() > refused.get(i)));
                    redis.restart();
                    awaitAcknowledged(writers, 50);
                }
            } finally {
                stop.set(true);
                writers.forEach(writer -> writer.awaitEnd(TIMEOUT.plus(MARGIN)));
            }
            writers.forEach(writer -> check(writer, rest));
            assertThat(service.output()).doesNotContain("\tat ");
        }
    }

    /** Waits until every writer has got so many more acknowledged. */
    private static void awaitAcknowledged(List<Writer> writers, int more) {
        List<Integer> before =
                writers.stream().map(writer -> writer.acknowledged().size()).toList();
        await().atMost(PATIENCE)
                .until(() -> IntStream.range(0, WRITERS)
                        .allMatch(i -> writers.get(i).failed()
                                || writers.get(i).acknowledged().size() >= before.get(i) + more));
    }

    /** Counts in a series of its own, one request after the other, so at most one is on its way when Redis is killed. */
    private static Writer writer(Rest rest, String series, AtomicBoolean stop) {
        return new Writer(series, stop, number -> {
            Rest.Answer answer = rest.count(series, number % SECONDS);
            return answer.status() != 503 && answer.expect(200).status() == 200;
        });
    }

    private static void check(Writer writer, Rest rest) {
        List<Long> stored = rest.counts(writer.getName(), "1sec", 0, SECONDS - 1);
        writer.checkSums(stored);
        long sum = stored.stream().mapToLong(Long::longValue).sum();
        assertThat(sum - writer.acknowledged().size()).isBetween(0L, (long) KILLS);
        assertThat(rest.counts(writer.getName(), "1day", 0, 0))
                .as("all granularities are written in one step")
                .containsExactly(sum);
    }
}
