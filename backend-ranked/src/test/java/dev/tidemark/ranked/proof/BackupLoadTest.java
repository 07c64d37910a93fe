package dev.tidemark.ranked.proof;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranked.DiskEngine;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.spi.Backup;
import dev.tidemark.tck.Stages;
import dev.tidemark.tck.TestClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Backups one after the other while 16 threads write to tables and series, with snapshots in between and restarts, and a log
 * that goes on in a new file in the middle of a backup. Each backup holds a prefix of each thread's writes, no hole, and all
 * that was acknowledged before the backup began.
 */
@DisplayName("Backups under load")
@Timeout(300)
class BackupLoadTest {

    private static final int WRITERS = 16;
    private static final int ROUNDS = 2;
    private static final int BACKUPS = 4;
    private static final long WRITES_BETWEEN = 400;
    private static final long WRITES_BETWEEN_LARGE_ONES = 8;

    /** Whoever waits leaves the processors to those who write. */
    private static final long PAUSE_NANOS = 500_000;

    /** A backup, and how many writes of each thread were acknowledged before it and at most sent after it. */
    private record Taken(Backup backup, List<Long> acknowledgedBefore, List<Long> sentAfter) {}

    private final AtomicLongArray acknowledged = new AtomicLongArray(WRITERS);
    private final AtomicBoolean stopped = new AtomicBoolean();

    @ParameterizedTest(name = "fsync={0}")
    @ValueSource(strings = {"always", "everysec", "never"})
    @DisplayName("hold a prefix of what each of 16 threads wrote, and all that was acknowledged before")
    void prefixes(String fsync, @TempDir Path dir) throws Exception {
        List<Taken> taken = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            DiskEngine.Setup setup = DiskEngine.Setup.of(dir.resolve("data"), InstantSource.system())
                    .with("fsync", fsync)
                    .with("snapshot-every", round == 1 ? "100ms" : "1h");
            try (DiskEngine engine = setup.open()) {
                run(engine, () -> {
                    for (int i = 0; i < BACKUPS; i++) {
                        awaitWrites(WRITES_BETWEEN);
                        List<Long> before = counts(0);
                        Backup backup = engine.backup();
                        taken.add(new Taken(backup, before, counts(1)));
                        if (i == 1) {
                            engine.snapshot();
                        }
                    }
                });
            }
        }
        assertThat(taken)
                .hasSize(ROUNDS * BACKUPS)
                .extracting(each -> each.backup().sequence())
                .isSorted()
                .doesNotHaveDuplicates();
        for (Taken each : taken) {
            Path backup = Path.of(each.backup.folder());
            RestoredBackup.requirePrefixes(
                    backup, dir, each.acknowledgedBefore, each.sentAfter, "backup " + each.backup.sequence());
            requireShortOnesExpired(backup);
        }
    }

    /** Runs the writers until {@code meanwhile} is done, and fails if any of them did. */
    private void run(DiskEngine engine, Runnable meanwhile) throws Exception {
        stopped.set(false);
        ExecutorService threads = Executors.newCachedThreadPool();
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            int writer = i;
            running.add(threads.submit(() -> write(engine, writer)));
        }
        running.add(threads.submit(() -> writeLargeOnes(engine)));
        running.add(threads.submit(() -> writeShortOnes(engine)));
        try {
            meanwhile.run();
        } finally {
            stopped.set(true);
            threads.shutdown();
            assertThat(threads.awaitTermination(60, SECONDS)).isTrue();
        }
        for (Future<?> each : running) {
            each.get();
        }
    }

    private void write(DiskEngine engine, int writer) {
        NumberedWrites writes = new NumberedWrites(writer);
        while (!stopped.get()) {
            long n = acknowledged.get(writer) + 1;
            Stages.get(writes.send(engine, n));
            acknowledged.set(writer, n);
        }
    }

    /** A quarter of a megabyte each, so that the log soon goes on in a new file, backup or not. */
    private void writeLargeOnes(DiskEngine engine) {
        List<Increment> large = IntStream.range(0, 1000)
                .mapToObj(i -> new Increment("x".repeat(240) + i, 1))
                .toList();
        while (!stopped.get()) {
            Stages.get(engine.rankings().increment("filler", large, null));
            awaitWrites(WRITES_BETWEEN_LARGE_ONES);
        }
    }

    /** They expire before, during and after the backups. */
    private void writeShortOnes(DiskEngine engine) {
        while (!stopped.get()) {
            Stages.get(
                    engine.rankings().increment("short", List.of(new Increment("member", 1)), Duration.ofMillis(30)));
        }
    }

    private static void requireShortOnesExpired(Path backup) {
        TestClock later = new TestClock(Instant.now().plus(Duration.ofDays(1)));
        try (DiskEngine engine = DiskEngine.Setup.of(backup, later).open()) {
            assertThat(Stages.get(engine.rankings().rank("short", "member", Order.ASC)))
                    .map(Ranked::score)
                    .contains(0L);
        }
    }

    private void awaitWrites(long count) {
        long wanted = total() + count;
        while (total() < wanted && !stopped.get()) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private long total() {
        return counts(0).stream().mapToLong(Long::longValue).sum();
    }

    private List<Long> counts(long more) {
        return LongStream.range(0, WRITERS)
                .mapToObj(writer -> acknowledged.get((int) writer) + more)
                .toList();
    }
}
