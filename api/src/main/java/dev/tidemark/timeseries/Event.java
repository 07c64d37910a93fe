package dev.tidemark.timeseries;

import java.time.Instant;

/**
 * Something that happened. Counts, visits and samples of one series name are three separate things that share nothing
 * but the name.
 */
public sealed interface Event permits Count, Visit, Sample {

    String series();

    Instant at();

    Kind kind();

    /** What an event tells. */
    enum Kind {
        COUNT,
        VISIT,
        SAMPLE
    }
}
