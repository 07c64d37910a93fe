package dev.tidemark.spi;

import static dev.tidemark.spi.CheckedBackend.answer;

import dev.tidemark.InvalidValueException;
import dev.tidemark.Names;
import dev.tidemark.Page;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Point;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.SeriesInfo;
import dev.tidemark.timeseries.Summary;
import dev.tidemark.timeseries.TimeRange;
import dev.tidemark.timeseries.TimeSeriesStore;
import dev.tidemark.timeseries.Uniques;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** Checks the arguments that are not checked by a constructor already. */
record CheckedTimeSeriesStore(TimeSeriesStore store, List<Granularity> granularities) implements TimeSeriesStore {

    @Override
    public CompletionStage<Void> insert(List<Event> events) {
        return answer(() -> {
            events.forEach(event -> requireSeries(event.series()));
            return store.insert(List.copyOf(events));
        });
    }

    @Override
    public CompletionStage<List<Point>> counts(String series, Granularity granularity, TimeRange range) {
        return answer(() -> store.counts(requireSeries(series), requireKnown(granularity), range));
    }

    @Override
    public CompletionStage<Uniques> uniques(String series, Granularity granularity, TimeRange range) {
        return answer(() -> store.uniques(requireSeries(series), requireKnown(granularity), range));
    }

    @Override
    public CompletionStage<List<Sample>> samples(String series, TimeRange range, int limit) {
        return answer(() -> store.samples(requireSeries(series), range, requireLimit(limit)));
    }

    @Override
    public CompletionStage<List<Summary>> summaries(String series, Granularity granularity, TimeRange range) {
        return answer(() -> store.summaries(requireSeries(series), requireKnown(granularity), range));
    }

    @Override
    public CompletionStage<Long> countAndGet(Count event, Granularity granularity) {
        return answer(() -> {
            requireSeries(event.series());
            return store.countAndGet(event, requireKnown(granularity));
        });
    }

    @Override
    public CompletionStage<Page<SeriesInfo>> series(String prefix, String after, int limit) {
        return answer(() -> store.series(
                Names.requireOrEmpty("prefix", prefix), Names.requireOrEmpty("after", after), requireLimit(limit)));
    }

    @Override
    public CompletionStage<Boolean> delete(String series) {
        return answer(() -> store.delete(requireSeries(series)));
    }

    private static String requireSeries(String series) {
        return Names.requireForPath("series", series);
    }

    private Granularity requireKnown(Granularity granularity) {
        if (!granularities.contains(granularity)) {
            throw new InvalidValueException("granularity must be one of "
                    + granularities.stream().map(Granularity::name).collect(Collectors.joining(", ")) + ", but is '"
                    + granularity.name() + "'");
        }
        return granularity;
    }

    static int requireLimit(int limit) {
        return (int) InvalidValueException.requireBetween("limit", limit, 1, Integer.MAX_VALUE);
    }
}
