package dev.tidemark.bench;

import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
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
import java.util.concurrent.locks.LockSupport;

/**
 * A million increments with deadlines of their own run out within a few seconds, while a reader asks for a rank and the top
 * ten a thousand times a second: how long does it wait at worst? A machine that is shared pauses at times, whatever runs on
 * it; how late a thread comes back that only sleeps is told beside it.
 */
public final class ExpiryWave {

    private static final int INCREMENTS = 1_000_000;
    private static final int MEMBERS = 100_000;
    private static final Duration FIRST = Duration.ofSeconds(5);
    private static final Duration SPREAD = Duration.ofSeconds(4);

    private static final class Sleeper extends Thread {

        private static final long NAP = 500_000;

        private volatile boolean stopped;
        private long latest;

        @Override
        public void run() {
            while (!stopped) {
                long asleep = System.nanoTime();
                LockSupport.parkNanos(NAP);
                latest = Math.max(latest, System.nanoTime() - asleep - NAP);
            }
        }

        long stopAndTell() throws InterruptedException {
            stopped = true;
            join();
            return latest;
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
            // A first wave, which is not counted, for the compiler.
            schedule(store);
            read(store, System.nanoTime() + FIRST.plus(SPREAD).toNanos());
            long began = System.nanoTime();
            schedule(store);
            System.out.printf(
                    "%,d increments scheduled, %.2f µs each%n",
                    INCREMENTS, (System.nanoTime() - began) / 1e3 / INCREMENTS);
            Sleeper sleeper = new Sleeper();
            sleeper.start();
            long[] waits = read(store, began + FIRST.plus(SPREAD).plusSeconds(1).toNanos());
            long late = sleeper.stopAndTell();
            Arrays.sort(waits);
            System.out.printf(
                    "%,d reads meanwhile: median %.3f ms, 99.9 %% %.3f ms, longest %.3f ms%n",
                    waits.length,
                    waits[waits.length / 2] / 1e6,
                    waits[(int) (waits.length * 0.999)] / 1e6,
                    waits[waits.length - 1] / 1e6);
            System.out.printf("a thread that only sleeps was up to %.3f ms late%n", late / 1e6);
            long left = store.range("table", Order.DESC, 0, 1).toCompletableFuture().join().entries().stream()
                    .mapToLong(entry -> entry.score())
                    .sum();
            System.out.println("the highest score afterwards is " + left);
        }
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

    private static long[] read(RankingStore store, long until) {
        long[] waits = new long[100_000];
        int reads = 0;
        while (System.nanoTime() < until && reads < waits.length - 1) {
            long asked = System.nanoTime();
            store.rank("table", "member:77", Order.DESC).toCompletableFuture().join();
            waits[reads++] = System.nanoTime() - asked;
            asked = System.nanoTime();
            store.range("table", Order.DESC, 0, 10).toCompletableFuture().join();
            waits[reads++] = System.nanoTime() - asked;
            LockSupport.parkNanos(1_000_000);
        }
        return Arrays.copyOf(waits, reads);
    }
}
