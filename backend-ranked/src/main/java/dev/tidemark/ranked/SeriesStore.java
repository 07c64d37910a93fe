package dev.tidemark.ranked;

import dev.tidemark.Page;
import dev.tidemark.ranked.series.Series;
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
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The series of this process, as the store that everyone uses. */
final class SeriesStore implements TimeSeriesStore {

    private interface Reader<R> {
        R read(Series series, long now);
    }

    private final SharedSeries series;
    private final InstantSource clock;

    SeriesStore(SharedSeries series, InstantSource clock) {
        this.series = series;
        this.clock = clock;
    }

    @Override
    public CompletionStage<Void> insert(List<Event> events) {
        return series.insert(clock.millis(), events);
    }

    @Override
    public CompletionStage<Long> countAndGet(Count event, Granularity granularity) {
        return series.countAndGet(clock.millis(), event, granularity);
    }

    @Override
    public CompletionStage<List<Point>> counts(String name, Granularity granularity, TimeRange range) {
        return read(name, (found, now) -> found.counts(granularity, range, now));
    }

    @Override
    public CompletionStage<Uniques> uniques(String name, Granularity granularity, TimeRange range) {
        return read(name, (found, now) -> found.uniques(granularity, range, now));
    }

    @Override
    public CompletionStage<List<Sample>> samples(String name, TimeRange range, int limit) {
        return read(name, (found, now) -> found.samples(range, limit, now));
    }

    @Override
    public CompletionStage<List<Summary>> summaries(String name, Granularity granularity, TimeRange range) {
        return read(name, (found, now) -> found.summaries(granularity, range, now));
    }

    private <R> CompletionStage<R> read(String name, Reader<R> reader) {
        long now = clock.millis();
        return CompletableFuture.completedFuture(series.read(name, found -> reader.read(found, now)));
    }

    @Override
    public CompletionStage<Page<SeriesInfo>> series(String prefix, String after, int limit) {
        return CompletableFuture.completedFuture(series.page(prefix, after, limit));
    }

    @Override
    public CompletionStage<Boolean> delete(String name) {
        return series.delete(clock.millis(), name);
    }
}
