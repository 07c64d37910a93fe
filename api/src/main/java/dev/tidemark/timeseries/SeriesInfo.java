package dev.tidemark.timeseries;

import java.util.Set;

/** A series and what it has: counts, visits, samples. */
public record SeriesInfo(String name, Set<Event.Kind> kinds) {
    public SeriesInfo {
        kinds = Set.copyOf(kinds);
    }
}
