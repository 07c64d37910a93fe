package dev.tidemark.ranked.proof;

import dev.tidemark.ranked.DiskEngine;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.spi.BackendException;
import dev.tidemark.spi.BackendFullException;
import dev.tidemark.tck.TestClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * A process with one table that fills its heap, in which more increments expire at one moment than are worth to be looked at
 * one by one. It prints what it reads in the end, or why it could not start.
 *
 * <p>Arguments: the folder, when the store is full, and what to do: {@code fill}, an hour ago; {@code expire}, so that the deadline passes; {@code
 * snapshot}, or {@code log} to have none; {@code open}, now.
 */
final class FullTable {

    static final int EXPIRING = 200_000;
    static final String EXPIRED = "expiring 7 has a score of 0";
    static final String PENDING = "expiring 7 has a score of 1";

    private static final int BATCH = 1_000;
    private static final int REJECTIONS = 20;
    private static final Duration DEADLINE = Duration.ofMinutes(1);

    private FullTable() {}

    public static void main(String[] args) {
        List<String> steps = List.of(args).subList(2, args.length);
        TestClock anHourAgo = new TestClock(Instant.now().minus(Duration.ofHours(1)));
        try (DiskEngine engine = DiskEngine.Setup.of(
                        Path.of(args[0]), steps.contains("open") ? InstantSource.system() : anHourAgo)
                .with("fsync", "never")
                .with("max-memory", args[1])
                .open()) {
            for (String step : steps) {
                switch (step) {
                    case "fill" -> fill(engine);
                    case "expire" -> anHourAgo.advance(DEADLINE.plusSeconds(1));
                    case "snapshot" -> engine.snapshot();
                    default -> {}
                }
            }
            Ranked one =
                    join(engine.rankings().rank("t", "expiring 7", Order.DESC)).orElseThrow();
            System.out.println(one.member() + " has a score of " + one.score());
        } catch (BackendException e) {
            System.out.println(e.getMessage());
            System.exit(1);
        }
    }

    private static void fill(DiskEngine engine) {
        for (int from = 0; from < EXPIRING; from += BATCH) {
            List<Increment> by = new ArrayList<>(BATCH);
            for (int i = from; i < from + BATCH; i++) {
                by.add(new Increment("expiring " + i, 1));
            }
            join(engine.rankings().increment("t", by, DEADLINE));
        }
        int rejected = 0;
        for (long batch = 0; rejected < REJECTIONS; batch++) {
            Map<String, Long> scores = new HashMap<>();
            for (int i = 0; i < BATCH; i++) {
                scores.put(batch + "/" + i, batch * i);
            }
            try {
                join(engine.rankings().set("t", scores));
            } catch (BackendFullException e) {
                rejected++;
            }
        }
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
