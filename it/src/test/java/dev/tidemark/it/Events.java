package dev.tidemark.it;

import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.Visit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Many events. */
public final class Events {

    /** How many series they are of, called {@code series-0} and so on. */
    public static final int SERIES = 400;

    private Events() {}

    /** Events of every kind over two minutes and many series. */
    public static List<Event> mixed(int size) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            String series = "series-" + i % SERIES;
            Instant at = Instant.ofEpochSecond(i % 120 + 0L);
            events.add(
                    switch (i / SERIES % 5) {
                        case 0 -> new Visit(series, at, "visitor-" + i % 7);
                        case 1 -> new Sample(series, at, i / 4.0);
                        default -> new Count(series, at, i - 1_000L);
                    });
        }
        return events;
    }
}
