package dev.tidemark.mongo.client;

import java.time.Duration;
import java.util.Date;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * What time it is at the server, to within a round trip: asked for now and then, and carried on in between by a clock that
 * nobody sets. So retention does not depend on how the clocks of the service's instances stand.
 */
public final class ServerClock {

    private static final Duration ASKED_EVERY = Duration.ofSeconds(10);

    private final Database database;
    private final AtomicReference<@Nullable Reading> last = new AtomicReference<>();

    public ServerClock(Database database) {
        this.database = database;
    }

    /** Milliseconds since 1970. */
    public CompletionStage<Long> millis() {
        Reading reading = last.get();
        return reading != null && reading.age().compareTo(ASKED_EVERY) < 0
                ? CompletableFuture.completedFuture(reading.now())
                : ask();
    }

    private CompletionStage<Long> ask() {
        return database.command(new Document("hello", 1)).thenApply(hello -> {
            Date time = hello == null ? null : hello.getDate("localTime");
            Reading reading = new Reading(
                    time == null ? System.currentTimeMillis() : time.toInstant().toEpochMilli(), System.nanoTime());
            last.set(reading);
            return reading.now();
        });
    }

    private record Reading(long millis, long nanoTime) {

        Duration age() {
            return Duration.ofNanos(System.nanoTime() - nanoTime);
        }

        long now() {
            return millis + age().toMillis();
        }
    }
}
