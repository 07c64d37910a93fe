package dev.tidemark.it.mongo;

import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import java.time.Duration;
import java.time.Instant;
import org.bson.Document;

/** The clock of a server. Nobody can move it, so it has to be waited for. */
record MongoClock(MongoClient client) {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(10);

    Instant now() {
        return client.getDatabase("admin")
                .runCommand(new Document("hello", 1))
                .getDate("localTime")
                .toInstant();
    }

    /** Waits until that much time has passed. */
    void pass(Duration time) {
        awaitPast(now().plus(time));
    }

    void awaitPast(Instant time) {
        Duration left = Duration.between(now(), time);
        Duration delay = left.isNegative() ? Duration.ZERO : left;
        await().pollDelay(delay).pollInterval(POLL).atMost(delay.plus(PATIENCE)).until(() -> now().isAfter(time));
    }
}
