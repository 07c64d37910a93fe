package dev.tidemark.timeseries;

import dev.tidemark.InvalidValueException;
import dev.tidemark.Times;
import java.time.Instant;

/** A span of time, inclusive at both ends. Where buckets are asked for, both ends are rounded down to theirs. */
public record TimeRange(Instant from, Instant to) {

    public TimeRange {
        from = Times.require("from", from);
        to = Times.require("to", to);
        if (from.isAfter(to)) {
            throw new InvalidValueException("from must not be after to, but " + from + " is after " + to);
        }
    }

    /** How many buckets the range touches, and so how many points it has. */
    public long points(Granularity granularity) {
        return granularity.bucket(to) - granularity.bucket(from) + 1;
    }

    public boolean contains(Instant time) {
        return !time.isBefore(from) && !time.isAfter(to);
    }
}
