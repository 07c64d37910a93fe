package dev.tidemark.bench.mongo;

import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Sample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The price of a stock once a second: a random walk in cents, the same every time. */
final class Prices {

    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    static final int SECONDS_A_DAY = 86_400;

    private static final long SEED = 42;
    private static final int FIRST_CENTS = 10_000;
    private static final int LARGEST_STEP = 5;

    private final String series;
    private final Random random = new Random(SEED);
    private long second;
    private int cents = FIRST_CENTS;

    Prices(String series) {
        this.series = series;
    }

    Event next() {
        cents = Math.max(1, cents + random.nextInt(2 * LARGEST_STEP + 1) - LARGEST_STEP);
        return new Sample(series, START.plusSeconds(second++), cents / 100.0);
    }

    List<Event> next(int count) {
        List<Event> samples = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            samples.add(next());
        }
        return samples;
    }
}
