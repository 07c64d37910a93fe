package dev.tidemark.ranked.proof;

import dev.tidemark.ranked.DiskEngine;
import dev.tidemark.spi.BackendUnavailableException;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;

/** Two threads that send large batches which leave hardly anything in memory, with {@code fsync=everysec}. */
final class EverySecondWriters {

    static final String DONE = "done";

    private static final int BATCHES = 60;
    private static final int BATCH = 10_000;

    private EverySecondWriters() {}

    public static void main(String[] args) throws InterruptedException {
        try (DiskEngine engine = DiskEngine.Setup.of(Path.of(args[0]), InstantSource.system())
                .with("fsync", "everysec")
                .open()) {
            List<Event> batch = new ArrayList<>();
            for (int i = 0; i < BATCH; i++) {
                batch.add(new Count("x".repeat(199) + i % 2, Instant.EPOCH, 1));
            }
            List<Thread> writers =
                    List.of(new Thread(() -> write(engine, batch)), new Thread(() -> write(engine, batch)));
            writers.forEach(Thread::start);
            for (Thread writer : writers) {
                writer.join();
            }
        }
        System.out.println(DONE);
    }

    private static void write(DiskEngine engine, List<Event> batch) {
        for (int done = 0; done < BATCHES; ) {
            try {
                engine.timeSeries().insert(batch).toCompletableFuture().join();
                done++;
            } catch (BackendUnavailableException | CompletionException e) {
                // The disk does not keep up: that is what a bound is for. Anything else ends the process.
                if (!String.valueOf(e.getMessage()).contains("does not keep up")) {
                    throw e;
                }
            }
        }
    }
}
