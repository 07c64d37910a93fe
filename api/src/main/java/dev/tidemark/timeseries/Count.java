package dev.tidemark.timeseries;

import dev.tidemark.Names;
import dev.tidemark.Times;
import java.time.Instant;

/**
 * It happened {@code amount} times.
 *
 * @param amount any number; a negative one takes back
 */
public record Count(String series, Instant at, long amount) implements Event {
    public Count {
        Names.require("series", series);
        at = Times.require("at", at);
    }

    @Override
    public Kind kind() {
        return Kind.COUNT;
    }
}
