package dev.tidemark.mongo.series;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.tidemark.mongo.client.Kept;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * How long documents of a kind are kept: each says in {@code until} when it ends, and a TTL index removes it some time after
 * that. What has ended but is still there is not read, and not written to either.
 *
 * <p>The end is a whole retention after the end of the current window, so it is the same for all writes of a window, and the
 * index has to change once a window only.
 *
 * @param retention null is for ever; then there is no {@code until}
 * @param window in milliseconds
 */
record Lifetime(@Nullable Duration retention, long window) {

    static final String UNTIL = "until";

    /** More than the server's clock and our idea of it can differ by. */
    private static final long MARGIN_MILLIS = 100;

    /** A collection of documents that end, found by their ids. */
    static Kept kept(String name) {
        return new Kept(
                name,
                new Document("_id", 1),
                List.of(new IndexModel(
                        Indexes.ascending(UNTIL),
                        new IndexOptions().expireAfter(0L, TimeUnit.SECONDS).sparse(true))));
    }

    /** Samples stay at most a tenth of their retention longer than they must, or five minutes. */
    static Lifetime ofSamples(@Nullable Duration retention) {
        long tenth = retention == null ? 1 : retention.toMillis() / 10;
        return new Lifetime(
                retention, Math.max(1, Math.min(Duration.ofMinutes(5).toMillis(), tenth)));
    }

    /** What of {@code filter} has not ended. */
    Bson living(Bson filter, long now) {
        return retention == null ? filter : Filters.and(filter, Filters.gt(UNTIL, Instant.ofEpochMilli(now)));
    }

    /** What of {@code filter} has ended. */
    Bson ended(Bson filter, long now) {
        return Filters.and(filter, Filters.lte(UNTIL, Instant.ofEpochMilli(now)));
    }

    /** Adds to an update that the document is kept from now on. */
    void keep(Document update, long now) {
        if (retention != null) {
            update.append("$max", new Document(UNTIL, until(retention, now)));
        }
    }

    /** When a document ends that is written now, or null if it does not. */
    @Nullable
    Instant until(long now) {
        return retention == null ? null : until(retention, now);
    }

    private Instant until(Duration retention, long now) {
        long soon = now + MARGIN_MILLIS;
        return Instant.ofEpochMilli(soon - Math.floorMod(soon, window) + window + retention.toMillis());
    }
}
