package dev.tidemark.timeseries;

import dev.tidemark.Names;
import dev.tidemark.Times;
import java.time.Instant;

/** It happened to {@code member}, who counts once a bucket however often it does. */
public record Visit(String series, Instant at, String member) implements Event {
    public Visit {
        Names.require("series", series);
        at = Times.require("at", at);
        Names.require("member", member);
    }

    @Override
    public Kind kind() {
        return Kind.VISIT;
    }
}
