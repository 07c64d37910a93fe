package dev.tidemark.mongo.series;

import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.WriteModel;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.tidemark.mongo.client.Answers;
import dev.tidemark.mongo.client.Database;
import dev.tidemark.mongo.client.Kept;
import dev.tidemark.spi.Batch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * A document for at most 200 samples of one day, in the order in which they were written:
 *
 * <pre>
 *   {series: "temperature", day: 1794700800000, nsamples: 2, first: 1794744000000, last: 1794744000250,
 *    samples: [{t: 1794744000000, v: 20.5, w: …}, {t: 1794744000250, v: 20.6, w: …}], until: …}
 * </pre>
 *
 * <p>It fills documents well however often samples come, and keeps every millisecond. A sample that is written again is added
 * again; {@code w} (see {@link WriteOrder}) tells which is the last. What ends, ends with its document. 200 samples take some 9 KB.
 */
final class SizeSamples implements SampleLayout {

    private static final String NAME = "samples.size";
    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final int MAX_SAMPLES = 200;
    private static final BulkWriteOptions ORDERED = new BulkWriteOptions();
    private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);

    private final MongoCollection<Document> collection;
    private final Lifetime lifetime;
    private final WriteOrder order = new WriteOrder();

    SizeSamples(Database database, @Nullable Duration retention) {
        this.collection = database.collection(NAME);
        this.lifetime = Lifetime.ofSamples(retention);
    }

    @Override
    public String written() {
        return "size";
    }

    @Override
    public Kept kept() {
        return new Kept(
                NAME,
                new Document("series", 1).append("day", 1),
                List.of(
                        new IndexModel(Indexes.ascending("series", "day", "nsamples")),
                        new IndexModel(
                                Indexes.ascending(Lifetime.UNTIL),
                                new IndexOptions()
                                        .expireAfter(0L, TimeUnit.SECONDS)
                                        .sparse(true))));
    }

    @Override
    public CompletionStage<Set<String>> write(List<Batch.OfSeries> series, long now) {
        List<WriteModel<Document>> models = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (Batch.OfSeries one : series) {
            Map<Long, List<Document>> days = new HashMap<>();
            one.samples()
                    .forEach((time, value) -> days.computeIfAbsent(day(time), day -> new ArrayList<>())
                            .add(new Document("t", time).append("v", value).append("w", order.next(now))));
            days.forEach((day, samples) -> {
                for (int from = 0; from < samples.size(); from += MAX_SAMPLES) {
                    models.add(push(
                            one.name(), day, samples.subList(from, Math.min(samples.size(), from + MAX_SAMPLES)), now));
                    names.add(one.name());
                }
            });
        }
        if (models.isEmpty()) {
            return CompletableFuture.completedFuture(Set.of());
        }
        return Answers.one(collection.bulkWrite(models, ORDERED)).thenApply(result -> {
            Set<String> fresh = new HashSet<>();
            if (result != null) {
                result.getUpserts().forEach(made -> fresh.add(names.get(made.getIndex())));
            }
            return fresh;
        });
    }

    /** Adds to a document of the day that has room and has not ended, or makes one. */
    private WriteModel<Document> push(String series, long day, List<Document> samples, long now) {
        Bson room = Filters.and(
                Filters.eq("series", series),
                Filters.eq("day", day),
                Filters.lte("nsamples", MAX_SAMPLES - samples.size()));
        Document smallest = new Document("first", samples.get(0).getLong("t"));
        Document largest = new Document("last", samples.get(samples.size() - 1).getLong("t"));
        Instant until = lifetime.until(now);
        if (until != null) {
            largest.append(Lifetime.UNTIL, until);
        }
        Document update = new Document("$push", new Document("samples", new Document("$each", samples)))
                .append("$min", smallest)
                .append("$max", largest)
                .append("$inc", new Document("nsamples", samples.size()));
        return new UpdateOneModel<>(lifetime.living(room, now), update, UPSERT);
    }

    private static long day(long time) {
        return time - Math.floorMod(time, DAY);
    }

    @Override
    public CompletionStage<Some> read(String series, long from, long to, int wanted, long now) {
        Bson days = lifetime.living(
                Filters.and(
                        Filters.eq("series", series),
                        Filters.gte("day", day(from)),
                        Filters.lte("day", day(to)),
                        Filters.lte("first", to),
                        Filters.gte("last", from)),
                now);
        return Answers.one(collection
                        .find(days)
                        .sort(Sorts.ascending("day"))
                        .limit(1)
                        .projection(Projections.include("day")))
                .thenCompose(earliest -> earliest == null
                        ? CompletableFuture.completedFuture(new Some(new TreeMap<>(), null))
                        : readDay(Filters.and(days, Filters.eq("day", earliest.getLong("day"))), from, to)
                                .thenApply(samples -> new Some(samples, earliest.getLong("day") + DAY)));
    }

    private CompletionStage<SortedMap<Long, Double>> readDay(Bson day, long from, long to) {
        SortedMap<Long, Double> samples = new TreeMap<>();
        Map<Long, Long> written = new HashMap<>();
        return Answers.each(
                        collection.find(day),
                        found -> found.getList("samples", Document.class).forEach(sample -> {
                            long time = sample.getLong("t");
                            long order = sample.getLong("w");
                            if (time >= from && time <= to && written.getOrDefault(time, Long.MIN_VALUE) < order) {
                                written.put(time, order);
                                samples.put(time, sample.getDouble("v"));
                            }
                        }))
                .thenApply(done -> samples);
    }

    @Override
    public CompletionStage<Boolean> delete(String series) {
        return Answers.one(collection.deleteMany(Filters.eq("series", series)))
                .thenApply(deleted -> deleted != null && deleted.getDeletedCount() > 0);
    }
}
