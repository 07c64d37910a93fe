package dev.tidemark.ranked.proof;

import dev.tidemark.ranked.DiskEngine;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.spi.BackendFullException;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/**
 * A process with a small heap that writes until it is full, goes on trying for a while, reads, deletes, and writes again.
 * The one line that it prints tells how many batches of each of its writers were acknowledged.
 */
final class FullVictim {

    static final int WRITERS = 4;
    static final int BATCH = 1_000;

    /** What is deleted in the end: about a quarter of the heap, whichever writer took the most of the rest. */
    private static final int DROPPED_BATCHES = 200;

    private static final String DROPPED = "dropped";

    private final DiskEngine engine;
    private final long[] acknowledged = new long[WRITERS];
    private final long[] rejected = new long[WRITERS];

    private FullVictim(DiskEngine engine) {
        this.engine = engine;
    }

    public static void main(String[] args) throws InterruptedException {
        try (DiskEngine engine = DiskEngine.Setup.of(Path.of(args[0]), InstantSource.system())
                .with("fsync", "never")
                .open()) {
            FullVictim victim = new FullVictim(engine);
            for (int batch = 0; batch < DROPPED_BATCHES; batch++) {
                join(victim.increment(DROPPED, batch));
            }
            victim.writeUntilFull();
            victim.read();
            victim.makeRoom();
            victim.report();
        }
    }

    private void writeUntilFull() throws InterruptedException {
        List<Thread> threads = IntStream.range(0, WRITERS)
                .mapToObj(writer -> new Thread(() -> {
                    while (rejected[writer] < 200) {
                        if (!write(writer)) {
                            pause();
                        }
                    }
                }))
                .toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** Writes the next batch: the first writer to a table, the last to as many series, each with new names. */
    private boolean write(int writer) {
        try {
            if (writer == WRITERS - 1) {
                join(insert(acknowledged[writer]));
            } else {
                join(increment("t" + writer, acknowledged[writer]));
            }
            acknowledged[writer]++;
            return true;
        } catch (BackendFullException e) {
            rejected[writer]++;
            return false;
        }
    }

    private CompletionStage<?> increment(String table, long batch) {
        List<Increment> by = new ArrayList<>(BATCH);
        for (int i = 0; i < BATCH; i++) {
            by.add(new Increment("member " + batch + "/" + i, 1));
        }
        return engine.rankings().increment(table, by, null);
    }

    private CompletionStage<?> insert(long batch) {
        List<Event> events = new ArrayList<>(BATCH);
        for (int i = 0; i < BATCH; i++) {
            events.add(new Count("series " + batch + "/" + i, Instant.EPOCH, 1));
        }
        return engine.timeSeries().insert(events);
    }

    private void read() {
        if (join(engine.rankings().rank("t1", "member 0/7", Order.ASC)).isEmpty()
                || join(engine.rankings().range("t2", Order.DESC, 100, 10))
                                .entries()
                                .size()
                        < 10
                || join(engine.timeSeries().series("", "", 10)).items().isEmpty()) {
            throw new IllegalStateException("what was written cannot be read");
        }
        try {
            join(engine.rankings().union(List.of(DROPPED, "t1"), Order.ASC, 10, Duration.ofMinutes(1)));
        } catch (CompletionException e) {
            // It takes as much memory again as the tables do: it may be rejected, but not end the process.
            if (!(e.getCause() instanceof BackendFullException)) {
                throw e;
            }
        }
    }

    private void makeRoom() {
        join(engine.rankings().drop(DROPPED));
        long patience = System.nanoTime() + 60_000_000_000L;
        while (!write(1)) {
            if (System.nanoTime() > patience) {
                throw new IllegalStateException("no write is accepted after deletes");
            }
            pause();
        }
    }

    private void report() {
        StringBuilder line = new StringBuilder("acknowledged");
        for (long batches : acknowledged) {
            line.append(' ').append(batches);
        }
        System.out.println(line);
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private static void pause() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
