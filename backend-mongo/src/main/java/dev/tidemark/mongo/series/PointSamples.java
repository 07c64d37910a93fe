package dev.tidemark.mongo.series;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.tidemark.mongo.client.Answers;
import dev.tidemark.mongo.client.Database;
import dev.tidemark.mongo.client.Kept;
import dev.tidemark.spi.Batch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * A document for each sample:
 *
 * <pre>
 *   {_id: {s: "temperature", t: 1794744000250}, v: 20.5, until: …}
 * </pre>
 *
 * <p>The simplest form, and the largest: an entry in the index for every sample.
 */
final class PointSamples implements SampleLayout {

    private static final String NAME = "samples.point";
    private static final String VALUE = "v";
    private static final int AT_MOST = 5_000;

    private final MongoCollection<Document> collection;
    private final Writes writes;
    private final Lifetime lifetime;

    PointSamples(Database database, @Nullable Duration retention) {
        this.collection = database.collection(NAME);
        this.writes = new Writes(collection);
        this.lifetime = Lifetime.ofSamples(retention);
    }

    @Override
    public String written() {
        return "point";
    }

    @Override
    public Kept kept() {
        return Lifetime.kept(NAME);
    }

    @Override
    public CompletionStage<Set<String>> write(List<Batch.OfSeries> series, long now) {
        List<Writes.Upsert> upserts = new ArrayList<>();
        for (Batch.OfSeries one : series) {
            one.samples().forEach((time, value) -> {
                Document update = new Document("$set", new Document(VALUE, value));
                lifetime.keep(update, now);
                upserts.add(new Writes.Upsert(Ids.at(one.name(), time), update, lifetime));
            });
        }
        return writes.run(upserts, now).thenApply(outcome -> Writes.seriesMade(outcome, upserts));
    }

    @Override
    public CompletionStage<Some> read(String series, long from, long to, int wanted, long now) {
        Bson range = Filters.and(Filters.gte("_id", Ids.at(series, from)), Filters.lte("_id", Ids.at(series, to)));
        int limit = Math.min(wanted, AT_MOST);
        SortedMap<Long, Double> samples = new TreeMap<>();
        return Answers.each(
                        collection
                                .find(lifetime.living(range, now))
                                .sort(Sorts.ascending("_id"))
                                .limit(limit),
                        found ->
                                samples.put(found.get("_id", Document.class).getLong(Ids.TIME), found.getDouble(VALUE)))
                .thenApply(done -> new Some(samples, samples.size() < limit ? null : samples.lastKey() + 1));
    }

    @Override
    public CompletionStage<Boolean> delete(String series) {
        return Answers.one(collection.deleteMany(Ids.timesOf(series)))
                .thenApply(deleted -> deleted != null && deleted.getDeletedCount() > 0);
    }
}
