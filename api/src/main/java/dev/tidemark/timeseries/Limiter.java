package dev.tidemark.timeseries;

import dev.tidemark.InvalidValueException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletionStage;

/**
 * Limits how often something may happen in a bucket of time: so many requests a minute, so many logins a day.
 *
 * <p>Every check is counted, the refused ones too, so a caller who does not stop stays refused until the bucket ends.
 */
public final class Limiter {

    private final TimeSeriesStore store;
    private final InstantSource clock;

    public Limiter(TimeSeriesStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /**
     * Counts {@code amount} now and tells whether the bucket is still within {@code limit}.
     *
     * @param limit at least 0
     * @param amount at least 1
     */
    public CompletionStage<Answer> check(String series, Granularity granularity, long limit, long amount) {
        InvalidValueException.requireBetween("limit", limit, 0, Long.MAX_VALUE);
        InvalidValueException.requireBetween("count", amount, 1, Long.MAX_VALUE);
        Count event = new Count(series, clock.instant(), amount);
        Instant resetsAt = granularity.start(granularity.bucket(event.at()) + 1);
        return store.countAndGet(event, granularity).thenApply(count -> new Answer(count, limit, resetsAt));
    }

    /**
     * What a check answers.
     *
     * @param count the bucket's count, this check included
     * @param resetsAt when the next bucket starts, with a count of 0
     */
    public record Answer(long count, long limit, Instant resetsAt) {

        public boolean allowed() {
            return count <= limit;
        }

        public long remaining() {
            return count <= 0 ? limit : Math.max(0, limit - count);
        }
    }
}
