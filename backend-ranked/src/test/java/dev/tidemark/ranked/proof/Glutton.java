package dev.tidemark.ranked.proof;

import dev.tidemark.ranked.DiskEngine;
import dev.tidemark.ranking.Increment;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process that fills its heap, sends batches until memory runs out, and goes on as if nothing had happened: then it sends
 * increments one by one, and says how many were acknowledged. Batches grow, so that the log's buffer has to grow as well.
 */
final class Glutton {

    static final String ACKNOWLEDGED = "acknowledged ";
    static final String RAN_OUT = "ran out of memory: ";
    static final int INCREMENTS = 1_000;

    private static final int BLOCK = 100_000;
    private static final int ROUNDS = 12;

    /** Long names, so that commands are large; few, so that applying them takes hardly any memory. */
    private static final List<Event> EVENTS =
            List.of(new Count("x".repeat(150) + 0, Instant.EPOCH, 1), new Count("x".repeat(150) + 1, Instant.EPOCH, 1));

    private final List<byte[]> ballast = new ArrayList<>(10_000);
    private final List<List<Event>> batches = new ArrayList<>();
    private final DiskEngine engine;
    private int ranOut;

    private Glutton(DiskEngine engine) {
        this.engine = engine;
    }

    /** The folder, and how much memory to leave free. */
    public static void main(String[] args) {
        DiskEngine engine =
                DiskEngine.Setup.of(Path.of(args[0]), InstantSource.system()).open();
        Glutton glutton = new Glutton(engine);
        glutton.prepare();
        for (int round = 0; round < ROUNDS; round++) {
            glutton.gorge(Long.parseLong(args[1]) + (long) round * BLOCK);
        }
        glutton.batches.clear();
        System.out.println(RAN_OUT + glutton.ranOut);
        System.out.println(ACKNOWLEDGED + glutton.goOn());
        // As a kill does: nothing is flushed that was not acknowledged.
        Runtime.getRuntime().halt(0);
    }

    private void prepare() {
        for (int size = 200; size <= 10_000; size += 200) {
            List<Event> batch = new ArrayList<>(size);
            for (int i = 0; i < size; i++) {
                batch.add(EVENTS.get(i & 1));
            }
            batches.add(batch);
        }
        send("warm");
    }

    private void gorge(long free) {
        try {
            while (true) {
                ballast.add(new byte[BLOCK]);
            }
        } catch (OutOfMemoryError full) {
            for (long freed = 0; freed < free && !ballast.isEmpty(); freed += BLOCK) {
                ballast.remove(ballast.size() - 1);
            }
        }
        try {
            batches.forEach(engine.timeSeries()::insert);
        } catch (OutOfMemoryError | RuntimeException e) {
            ranOut++;
        }
        ballast.clear();
    }

    private int goOn() {
        for (int i = 0; i < INCREMENTS; i++) {
            try {
                send("m" + i);
            } catch (RuntimeException e) {
                System.out.println(e);
                return i;
            }
        }
        return INCREMENTS;
    }

    private void send(String member) {
        engine.rankings()
                .increment("after", List.of(new Increment(member, 1)), null)
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
    }
}
