package dev.tidemark.tck;

import dev.tidemark.timeseries.Precision;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/**
 * The contract of {@link dev.tidemark.timeseries.TimeSeriesStore}. A backend runs it by extending this class; a second
 * subclass that answers {@link Precision#APPROXIMATE} runs all of it with approximate visits.
 */
public abstract class TimeSeriesStoreTck {

    /** Called before each test; what it answers is closed after it. */
    protected abstract TckBackend backend();

    /** How the visits of every series are kept. */
    protected Precision precision() {
        return Precision.EXACT;
    }

    @Nested
    @DisplayName("Counts")
    class Counts extends CountsTck {
        Counts() {
            super(TimeSeriesStoreTck.this::backend, TimeSeriesStoreTck.this.precision());
        }
    }

    @Nested
    @DisplayName("Counts that overflow")
    class Overflow extends OverflowTck {
        Overflow() {
            super(TimeSeriesStoreTck.this::backend, TimeSeriesStoreTck.this.precision());
        }
    }

    @Nested
    @DisplayName("Visits")
    class Visits extends VisitsTck {
        Visits() {
            super(TimeSeriesStoreTck.this::backend, TimeSeriesStoreTck.this.precision());
        }
    }

    @Nested
    @DisplayName("Samples")
    class Samples extends SamplesTck {
        Samples() {
            super(TimeSeriesStoreTck.this::backend, TimeSeriesStoreTck.this.precision());
        }
    }

    @Nested
    @DisplayName("Series")
    class Series extends SeriesTck {
        Series() {
            super(TimeSeriesStoreTck.this::backend, TimeSeriesStoreTck.this.precision());
        }
    }

    @Nested
    @DisplayName("Retention")
    class Retention extends RetentionTck {
        Retention() {
            super(TimeSeriesStoreTck.this::backend, TimeSeriesStoreTck.this.precision());
        }
    }

    @Nested
    @DisplayName("The limiter")
    class Limiting extends LimiterTck {
        Limiting() {
            super(TimeSeriesStoreTck.this::backend, TimeSeriesStoreTck.this.precision());
        }
    }
}
