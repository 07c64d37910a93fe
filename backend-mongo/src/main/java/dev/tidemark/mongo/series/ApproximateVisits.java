package dev.tidemark.mongo.series;

import com.mongodb.reactivestreams.client.MongoCollection;
import dev.tidemark.mongo.client.Answers;
import dev.tidemark.mongo.client.Database;
import dev.tidemark.mongo.client.Kept;
import dev.tidemark.spi.Batch;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.Uniques;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.bson.Document;

/**
 * The registers of a {@link HyperLogLog} for each bucket, as far as they are not 0, in two levels so that a register is found
 * quickly:
 *
 * <pre>
 *   {_id: {s: "visits:home", g: "1min", t: 0}, r: {"93": {"17": 2}, "105": {"4": 1, "80": 5}}, until: …}
 * </pre>
 *
 * <p>Registers only grow, so {@code $max} writes them without reading them first. All 16,384 of them take some 200 KB.
 */
final class ApproximateVisits implements VisitLayout {

    private static final String NAME = "registers";
    private static final String FIELD = "r";
    private static final int LEVEL = 128;

    private final MongoCollection<Document> collection;
    private final Writes writes;
    private final List<Granularity> granularities;

    ApproximateVisits(Database database, List<Granularity> granularities) {
        this.collection = database.collection(NAME);
        this.writes = new Writes(collection);
        this.granularities = granularities;
    }

    @Override
    public Kept kept() {
        return Lifetime.kept(NAME);
    }

    @Override
    public MongoCollection<Document> collection() {
        return collection;
    }

    private static Lifetime lifetime(Granularity granularity) {
        return new Lifetime(granularity.retention(), granularity.duration().toMillis());
    }

    @Override
    public CompletionStage<Set<String>> write(List<Batch.OfSeries> series, long now) {
        List<Writes.Upsert> upserts = new ArrayList<>();
        for (Batch.OfSeries one : series) {
            for (Granularity granularity : granularities) {
                one.members(granularity)
                        .forEach((bucket, members) -> upserts.add(new Writes.Upsert(
                                Ids.of(
                                        one.name(),
                                        granularity.name(),
                                        granularity.start(bucket).toEpochMilli()),
                                update(members, lifetime(granularity), now),
                                lifetime(granularity))));
            }
        }
        return writes.run(upserts, now).thenApply(outcome -> Writes.seriesMade(outcome, upserts));
    }

    private static Document update(Set<String> members, Lifetime lifetime, long now) {
        Map<String, Integer> raised = new HashMap<>();
        for (String member : members) {
            HyperLogLog.Mark mark = HyperLogLog.Mark.of(member);
            raised.merge(
                    FIELD + "." + mark.register() / LEVEL + "." + mark.register() % LEVEL, mark.value(), Math::max);
        }
        Document greatest = new Document();
        greatest.putAll(raised);
        Document update = new Document("$max", greatest);
        if (lifetime.until(now) != null) {
            greatest.append(Lifetime.UNTIL, lifetime.until(now));
        }
        return update;
    }

    @Override
    public CompletionStage<Uniques> read(String series, Granularity granularity, long first, int buckets, long now) {
        long[] counts = new long[buckets];
        HyperLogLog all = new HyperLogLog();
        return Answers.each(
                        collection.find(lifetime(granularity)
                                .living(
                                        Ids.between(
                                                series,
                                                granularity.name(),
                                                granularity.start(first).toEpochMilli(),
                                                granularity
                                                        .start(first + buckets - 1)
                                                        .toEpochMilli()),
                                        now)),
                        found -> {
                            HyperLogLog own = read(found.get(FIELD, Document.class));
                            long time = found.get("_id", Document.class).getLong(Ids.TIME);
                            counts[(int) (time / granularity.duration().toMillis() - first)] = own.estimate();
                            all.add(own);
                        })
                .thenApply(done ->
                        new Uniques(Points.of(granularity, first, counts), all.estimate(), Precision.APPROXIMATE));
    }

    private static HyperLogLog read(Document registers) {
        HyperLogLog sketch = new HyperLogLog();
        registers.forEach((high, level) -> ((Document) level)
                .forEach((low, value) -> sketch.raise(
                        Integer.parseInt(high) * LEVEL + Integer.parseInt(low), ((Number) value).intValue())));
        return sketch;
    }
}
