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
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A million increments with deadlines of their own are all due at once, as after a night in which the machine slept: how long
 * does the first read take, which has to come after all of them?
 */
public final class ExpiryJump {

    private static final int INCREMENTS = 1_000_000;
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final int ROUNDS = 5;

    private ExpiryJump() {}

    public static void main(String[] args) {
        for (int members : new int[] {100_000, 1_000_000}) {
            for (int round = 1; round <= ROUNDS; round++) {
                System.out.printf("%,d members, round %d: %.0f ms%n", members, round, firstRead(members) / 1e6);
            }
        }
    }

    private static long firstRead(int members) {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
        InstantSource clock = now::get;
        BackendContext context = BackendContext.of(
                BackendConfig.of("ranked", Map.of("persistence", "memory")), Granularity.DEFAULTS, clock);
        try (Backend backend = Backends.find(ExpiryJump.class.getClassLoader()).open("ranked", context)) {
            RankingStore store = backend.rankings();
            Random random = new Random(1);
            for (int i = 0; i < INCREMENTS; i++) {
                Increment increment = new Increment("member:" + random.nextInt(members), 1 + random.nextInt(5));
                Duration left = Duration.ofMillis(1 + random.nextInt((int) LONGEST.toMillis()));
                store.increment("table", List.of(increment), left);
            }
            now.set(Instant.EPOCH.plus(LONGEST));
            long asked = System.nanoTime();
            store.range("table", Order.DESC, 0, 10).toCompletableFuture().join();
            return System.nanoTime() - asked;
        }
    }
}
