package dev.tidemark.ranked.proof;

import dev.tidemark.ranked.DiskEngine;
import dev.tidemark.ranking.Increment;
import dev.tidemark.tck.TestClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that fills table after table with increments which expire before the next table gets any, as tables by the minute
 * do. It ends as a kill does.
 *
 * <p>Arguments: the folder, and {@code snapshot} to have one of the first quarter, or {@code log}.
 */
final class ShortLived {

    static final String FILLED = "filled";

    private static final int TABLES = 60;
    private static final int BATCHES = 1_000;
    private static final int BATCH = 100;
    private static final Duration DEADLINE = Duration.ofSeconds(1);

    private ShortLived() {}

    public static void main(String[] args) {
        TestClock clock = new TestClock(Instant.now().minus(Duration.ofHours(1)));
        DiskEngine engine = DiskEngine.Setup.of(Path.of(args[0]), clock)
                .with("fsync", "never")
                .open();
        List<Increment> by = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
            by.add(new Increment("m" + i % 10, 1));
        }
        for (int table = 0; table < TABLES; table++) {
            for (int batch = 0; batch < BATCHES; batch++) {
                engine.rankings()
                        .increment("t" + table, by, DEADLINE)
                        .toCompletableFuture()
                        .join();
            }
            if (table == TABLES / 4 && args[1].equals("snapshot")) {
                engine.snapshot();
            }
            clock.advance(DEADLINE.plusSeconds(1));
        }
        System.out.println(FILLED);
        Runtime.getRuntime().halt(0);
    }
}
