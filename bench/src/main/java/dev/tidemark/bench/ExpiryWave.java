package dev.tidemark.bench;

import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.Backends;
import dev.tidemark.timeseries.Granularity;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.StampedLock;

/**
 * A million increments with deadlines of their own run out within a few seconds, again and again, while a reader asks for a
 * rank and the top ten a thousand times a second: how long does it wait at worst? A machine that is shared pauses at times,
 * whatever runs on it, and who then has a lock keeps all others waiting. So after each wave a reader of nothing waits for a
 * lock that somebody has for as much of the time, who only adds to numbers in an array as large as a table meanwhile.
 */
public final class ExpiryWave {

    private static final int INCREMENTS = 1_000_000;
    private static final int MEMBERS = 100_000;
    private static final int WARM_UPS = 3;
    private static final int WAVES = 8;
    private static final Duration FIRST = Duration.ofSeconds(5);
    private static final Duration SPREAD = Duration.ofSeconds(4);

    /** What the reader leaves between two looks, and the adder between two locks. */
    private static final long PAUSE_NANOS = 1_000_000;

    /** How long it takes to undo what is due in a millisecond. */
    private static final long HOLD_NANOS = 300_000;

    /** Has a lock for some time, and again, and meanwhile adds to numbers here and there, as an undo does, but to no table. */
    private static final class Adder extends Thread {

        private static final int NUMBERS = 4 << 20;
        private static final int STEPS = 1_000_000;

        private final StampedLock lock;
        private final long[] numbers = new long[NUMBERS];
        private final SplittableRandom random = new SplittableRandom(1);
        private volatile boolean stopped;

        Adder(StampedLock lock) {
            this.lock = lock;
        }

        @Override
        public void run() {
            add(STEPS);
            long began = System.nanoTime();
            add(STEPS);
            int steps = (int) (STEPS * HOLD_NANOS / (System.nanoTime() - began));
            while (!stopped) {
                long stamp = lock.writeLock();
                add(steps);
                lock.unlockWrite(stamp);
                LockSupport.parkNanos(PAUSE_NANOS - HOLD_NANOS);
            }
        }

        private void add(int steps) {
            for (int i = 0; i < steps; i++) {
                numbers[random.nextInt(NUMBERS)]++;
            }
        }

        void end() throws InterruptedException {
            stopped = true;
            join();
        }
    }

    private ExpiryWave() {}

    public static void main(String[] args) throws InterruptedException {
        BackendContext context = BackendContext.of(
                BackendConfig.of("ranked", Map.of("persistence", "memory")),
                Granularity.DEFAULTS,
                InstantSource.system());
        try (Backend backend = Backends.find(ExpiryWave.class.getClassLoader()).open("ranked", context)) {
            RankingStore store = backend.rankings();
            System.err.printf("(%d waves to warm up, 13 s each)%n", WARM_UPS);
            for (int i = 0; i < WARM_UPS; i++) {
                wave(store);
                lockAlone();
            }
            for (int i = 0; i < WAVES; i++) {
                System.out.printf("reads: %s; of a lock alone: %s%n", wave(store), lockAlone());
            }
        }
    }

    /** How long reads take while undos are due, and not before. */
    private static String wave(RankingStore store) {
        Runnable rank = () -> store.rank("table", "member:77", Order.DESC)
                .toCompletableFuture()
                .join();
        Runnable topTen = () ->
                store.range("table", Order.DESC, 0, 10).toCompletableFuture().join();
        long first = System.nanoTime() + FIRST.toNanos();
        schedule(store);
        read(first, rank, topTen);
        String waits = read(first + SPREAD.toNanos(), rank, topTen);
        requireUndone(store);
        return waits;
    }

    /** How long it takes to get a lock that an adder has now and then. */
    private static String lockAlone() throws InterruptedException {
        StampedLock lock = new StampedLock();
        Adder adder = new Adder(lock);
        adder.start();
        Runnable read = () -> lock.unlockRead(lock.readLock());
        String waits = read(System.nanoTime() + SPREAD.toNanos(), read, read);
        adder.end();
        return waits;
    }

    private static void schedule(RankingStore store) {
        Random random = new Random(1);
        long began = System.currentTimeMillis();
        for (int i = 0; i < INCREMENTS; i++) {
            long deadline = FIRST.toMillis() + random.nextInt((int) SPREAD.toMillis());
            Duration left = Duration.ofMillis(Math.max(1, began + deadline - System.currentTimeMillis()));
            store.increment("table", List.of(new Increment("member:" + random.nextInt(MEMBERS), 1)), left);
        }
    }

    /** Does both a thousand times a second, and tells how long they take. */
    private static String read(long until, Runnable one, Runnable other) {
        long[] waits = new long[100_000];
        int reads = 0;
        while (System.nanoTime() < until) {
            waits[reads++] = nanos(one);
            waits[reads++] = nanos(other);
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        Arrays.sort(waits, 0, reads);
        return "%,d, median %.3f ms, 99.9 %% %.2f ms, longest %.2f ms"
                .formatted(reads, waits[reads / 2] / 1e6, waits[(int) (reads * 0.999)] / 1e6, waits[reads - 1] / 1e6);
    }

    private static long nanos(Runnable read) {
        long asked = System.nanoTime();
        read.run();
        return System.nanoTime() - asked;
    }

    private static void requireUndone(RankingStore store) {
        RankPage top =
                store.range("table", Order.DESC, 0, 1).toCompletableFuture().join();
        if (top.entries().get(0).score() != 0) {
            throw new IllegalStateException("not all was undone: " + top);
        }
    }
}
