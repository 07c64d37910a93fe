package dev.tidemark.timeseries;

import dev.tidemark.InvalidValueException;
import dev.tidemark.Names;
import dev.tidemark.Times;
import java.time.Instant;

/**
 * {@code value} was measured. A series has one value an instant, the last written, so a retry is harmless.
 *
 * @param value finite; −0.0 is kept as 0.0
 */
public record Sample(String series, Instant at, double value) implements Event {
    public Sample {
        Names.require("series", series);
        at = Times.require("at", at);
        if (!Double.isFinite(value)) {
            throw new InvalidValueException("value must be a finite number, but is " + value);
        }
        value += 0.0;
    }

    @Override
    public Kind kind() {
        return Kind.SAMPLE;
    }
}
