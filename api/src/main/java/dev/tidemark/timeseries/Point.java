package dev.tidemark.timeseries;

import java.time.Instant;

/** The value of one bucket, which starts at {@code at}. */
public record Point(Instant at, long value) {}
