package dev.tidemark.tck;

import static dev.tidemark.tck.Stages.get;

import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Point;
import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.SeriesInfo;
import dev.tidemark.timeseries.TimeRange;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/** What the groups on time series share. Times are in seconds from 1970 on. */
abstract class TimeSeriesGroup extends StoreGroup {

    TimeSeriesGroup(Supplier<TckBackend> kits, Precision precision) {
        super(kits, precision);
    }

    static Instant at(long second) {
        return Instant.ofEpochSecond(second);
    }

    static TimeRange range(long from, long to) {
        return new TimeRange(at(from), at(to));
    }

    void insert(Event... events) {
        get(series().insert(List.of(events)));
    }

    void count(String series, long second, long amount) {
        insert(new Count(series, at(second), amount));
    }

    List<Long> values(String series, Granularity granularity, TimeRange range) {
        return get(series().counts(series, granularity, range)).stream()
                .map(Point::value)
                .toList();
    }

    long value(String series, Granularity granularity, long second) {
        return values(series, granularity, range(second, second)).get(0);
    }

    List<String> names() {
        return get(series().series("", "", 1_000)).items().stream()
                .map(SeriesInfo::name)
                .toList();
    }
}
