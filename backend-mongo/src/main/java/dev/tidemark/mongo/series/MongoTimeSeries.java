package dev.tidemark.mongo.series;

import com.mongodb.reactivestreams.client.MongoCollection;
import dev.tidemark.Page;
import dev.tidemark.mongo.client.Answers;
import dev.tidemark.mongo.client.Database;
import dev.tidemark.mongo.client.Schema;
import dev.tidemark.mongo.client.ServerClock;
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
import java.util.function.Function;
import org.bson.Document;

/**
 * Counts, visits and samples in MongoDB.
 *
 * <p>A batch is merged and written in bulk: its counts, then its visits, then its samples. If a count would leave 64 bits nothing of
 * it is stored; others may see some of its counts for a moment. If the connection to a majority of the servers breaks in the middle,
 * some documents of the batch may be written and others not; each of them is a group of buckets of one series.
 */
public final class MongoTimeSeries implements TimeSeriesStore {

    private final Database database;
    private final Schema schema;
    private final ServerClock clock;
    private final Layouts layouts;
    private final SeriesList list;
    private final Inserts inserts;
    private final SampleReads samples;

    private MongoTimeSeries(Database database, Layouts layouts) {
        this.database = database;
        this.schema = new Schema(database, layouts.kept());
        this.clock = new ServerClock(database);
        this.layouts = layouts;
        this.list = new SeriesList(database);
        this.inserts = new Inserts(layouts, list);
        this.samples = new SampleReads(layouts.samples());
    }

    public static MongoTimeSeries open(BackendContext context, Database database) {
        return new MongoTimeSeries(database, Layouts.of(context, database));
    }

    /** What is kept in which form. */
    public Map<String, String> layouts() {
        return layouts.names();
    }

    private <T> CompletionStage<T> now(Function<Long, CompletionStage<T>> work) {
        return database.ask(
                () -> schema.ready().thenCompose(ready -> clock.millis()).thenCompose(work));
    }

    @Override
    public CompletionStage<Void> insert(List<Event> events) {
        return now(now -> inserts.insert(events, now));
    }

    @Override
    public CompletionStage<List<Point>> counts(String series, Granularity granularity, TimeRange range) {
        long first = granularity.bucket(range.from());
        int buckets = Math.toIntExact(range.points(granularity));
        return now(now -> layouts.counts()
                .read(series, granularity, first, buckets, now)
                .thenApply(counts -> Points.of(granularity, first, counts)));
    }

    @Override
    public CompletionStage<Uniques> uniques(String series, Granularity granularity, TimeRange range) {
        long first = granularity.bucket(range.from());
        int buckets = Math.toIntExact(range.points(granularity));
        return now(now -> layouts.visits(layouts.precision(series)).read(series, granularity, first, buckets, now));
    }

    @Override
    public CompletionStage<List<Sample>> samples(String series, TimeRange range, int limit) {
        return now(now ->
                samples.read(series, range.from().toEpochMilli(), range.to().toEpochMilli(), limit, now));
    }

    @Override
    public CompletionStage<List<Summary>> summaries(String series, Granularity granularity, TimeRange range) {
        return now(now -> samples.summaries(
                series, granularity, granularity.bucket(range.from()), granularity.bucket(range.to()), now));
    }

    @Override
    public CompletionStage<Long> countAndGet(Count event, Granularity granularity) {
        return now(now -> inserts.countAndGet(event, granularity, now));
    }

    @Override
    public CompletionStage<Page<SeriesInfo>> series(String prefix, String after, int limit) {
        return now(now -> list.page(prefix, after, limit));
    }

    /** The series leaves the list first: whoever writes to it meanwhile makes a new document, and lists it again. */
    @Override
    public CompletionStage<Boolean> delete(String series) {
        return now(now -> list.remove(series)
                .thenCombine(deleteAll(layouts.counts().collection(), series), Boolean::logicalOr)
                .thenCombine(deleteAll(layouts.exactVisits().collection(), series), Boolean::logicalOr)
                .thenCombine(deleteAll(layouts.approximateVisits().collection(), series), Boolean::logicalOr)
                .thenCombine(layouts.samples().delete(series), Boolean::logicalOr));
    }

    private static CompletionStage<Boolean> deleteAll(MongoCollection<Document> collection, String series) {
        return Answers.one(collection.deleteMany(Ids.allOf(series)))
                .thenApply(deleted -> deleted != null && deleted.getDeletedCount() > 0);
    }
}
