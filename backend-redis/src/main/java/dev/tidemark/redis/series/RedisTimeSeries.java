package dev.tidemark.redis.series;

import dev.tidemark.Page;
import dev.tidemark.redis.Keys;
import dev.tidemark.redis.client.Server;
import dev.tidemark.spi.BackendContext;
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
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Counts, visits and samples in Redis.
 *
 * <p>A batch is written in one round trip, if it has only counts or only other events, or is small (250 events with four
 * granularities); otherwise in two. Up to about 1,000 changes are carried out as a whole, on a cluster those of one series. If the
 * connection breaks in the middle, some of these parts may be stored and others not. If a count would leave 64 bits, nothing of the
 * batch is stored; in a batch of several parts others may see the counts of some of them for a moment.
 */
public final class RedisTimeSeries implements TimeSeriesStore {

    private final Server server;
    private final Layouts layouts;
    private final SeriesList list;
    private final Inserts inserts;
    private final Deletion deletion;

    private RedisTimeSeries(Server server, Layouts layouts) {
        this.server = server;
        this.layouts = layouts;
        this.list = new SeriesList(server);
        this.inserts = new Inserts(server, layouts, list);
        this.deletion = new Deletion(server, list);
    }

    public static RedisTimeSeries open(BackendContext context, Server server) {
        return new RedisTimeSeries(server, Layouts.of(context, server));
    }

    /** What is kept in which form. */
    public Map<String, String> layouts() {
        return layouts.names();
    }

    @Override
    public CompletionStage<Void> insert(List<Event> events) {
        return server.info().thenCompose(info -> inserts.insert(events, info.cluster()));
    }

    @Override
    public CompletionStage<List<Point>> counts(String series, Granularity granularity, TimeRange range) {
        long first = granularity.bucket(range.from());
        return layouts.counts()
                .read(Keys.series(series), granularity, first, Math.toIntExact(range.points(granularity)))
                .thenApply(counts -> Points.of(granularity, first, counts));
    }

    @Override
    public CompletionStage<Uniques> uniques(String series, Granularity granularity, TimeRange range) {
        return layouts.visits(series)
                .read(
                        Keys.series(series),
                        granularity,
                        granularity.bucket(range.from()),
                        Math.toIntExact(range.points(granularity)));
    }

    @Override
    public CompletionStage<List<Sample>> samples(String series, TimeRange range, int limit) {
        return layouts.samples()
                .read(series, range.from().toEpochMilli(), range.to().toEpochMilli(), limit);
    }

    @Override
    public CompletionStage<List<Summary>> summaries(String series, Granularity granularity, TimeRange range) {
        return layouts.samples()
                .summaries(series, granularity, granularity.bucket(range.from()), granularity.bucket(range.to()));
    }

    @Override
    public CompletionStage<Long> countAndGet(Count event, Granularity granularity) {
        return server.info().thenCompose(info -> inserts.countAndGet(event, granularity, info.cluster()));
    }

    @Override
    public CompletionStage<Page<SeriesInfo>> series(String prefix, String after, int limit) {
        return list.page(prefix, after, limit);
    }

    @Override
    public CompletionStage<Boolean> delete(String series) {
        return deletion.delete(series);
    }
}
