package dev.tidemark.service.metrics;

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

/** A store whose every call is timed, and whose events are counted. */
public record MeteredTimeSeriesStore(TimeSeriesStore store, StoreMetrics metrics) implements TimeSeriesStore {

    @Override
    public CompletionStage<Void> insert(List<Event> events) {
        return metrics.timed("time-series", "insert", () -> store.insert(events))
                .whenComplete((done, failure) -> metrics.count(events, failure));
    }

    @Override
    public CompletionStage<List<Point>> counts(String series, Granularity granularity, TimeRange range) {
        return metrics.timed("time-series", "counts", () -> store.counts(series, granularity, range));
    }

    @Override
    public CompletionStage<Uniques> uniques(String series, Granularity granularity, TimeRange range) {
        return metrics.timed("time-series", "uniques", () -> store.uniques(series, granularity, range));
    }

    @Override
    public CompletionStage<List<Sample>> samples(String series, TimeRange range, int limit) {
        return metrics.timed("time-series", "samples", () -> store.samples(series, range, limit));
    }

    @Override
    public CompletionStage<List<Summary>> summaries(String series, Granularity granularity, TimeRange range) {
        return metrics.timed("time-series", "summaries", () -> store.summaries(series, granularity, range));
    }

    @Override
    public CompletionStage<Long> countAndGet(Count event, Granularity granularity) {
        return metrics.timed("time-series", "countAndGet", () -> store.countAndGet(event, granularity))
                .whenComplete((done, failure) -> metrics.count(List.of(event), failure));
    }

    @Override
    public CompletionStage<Page<SeriesInfo>> series(String prefix, String after, int limit) {
        return metrics.timed("time-series", "series", () -> store.series(prefix, after, limit));
    }

    @Override
    public CompletionStage<Boolean> delete(String series) {
        return metrics.timed("time-series", "delete", () -> store.delete(series));
    }
}
