package dev.tidemark.mongo.series;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.Sorts;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.tidemark.mongo.client.Answers;
import dev.tidemark.mongo.client.Database;
import dev.tidemark.mongo.client.Kept;
import dev.tidemark.spi.Batch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * A time-series collection, in which MongoDB itself packs documents together by series and time:
 *
 * <pre>
 *   {t: ISODate("2026-11-15T12:00:00Z"), s: "temperature", v: 20.5, w: …, until: …}
 * </pre>
 *
 * <p>Such a collection can only be added to. A sample that is written again is added again, and {@code w} (see {@link
 * WriteOrder}) tells which is the last. MongoDB would remove old samples by their own time only; those that end by the time they
 * were written are removed by the service every ten minutes, and not read before that.
 */
final class NativeSamples implements SampleLayout {

    private static final String NAME = "samples.native";
    private static final InsertManyOptions UNORDERED = new InsertManyOptions().ordered(false);
    private static final long REMOVED_EVERY_MILLIS = Duration.ofMinutes(10).toMillis();
    private static final int AT_LEAST = 1_000;
    private static final int AT_MOST = 10_000;

    private final MongoCollection<Document> collection;
    private final Lifetime lifetime;
    private final WriteOrder order = new WriteOrder();
    private final AtomicLong removedAt = new AtomicLong();

    NativeSamples(Database database, @Nullable Duration retention) {
        this.collection = database.collection(NAME);
        this.lifetime = Lifetime.ofSamples(retention);
    }

    @Override
    public String written() {
        return "native";
    }

    @Override
    public Kept kept() {
        return new Kept(
                NAME,
                new Document("s", 1),
                new Document("timeField", "t").append("metaField", "s").append("granularity", "seconds"),
                List.of());
    }

    @Override
    public CompletionStage<Set<String>> write(List<Batch.OfSeries> series, long now) {
        List<Document> samples = new ArrayList<>();
        Instant until = lifetime.until(now);
        for (Batch.OfSeries one : series) {
            one.samples().forEach((time, value) -> {
                Document sample = new Document("t", Instant.ofEpochMilli(time))
                        .append("s", one.name())
                        .append("v", value)
                        .append("w", order.next(now));
                samples.add(until == null ? sample : sample.append(Lifetime.UNTIL, until));
            });
        }
        // There is no telling which are the first of their series.
        Set<String> written = series.stream().map(Batch.OfSeries::name).collect(Collectors.toSet());
        removeEnded(now);
        return samples.isEmpty()
                ? CompletableFuture.completedFuture(Set.of())
                : Answers.one(collection.insertMany(samples, UNORDERED)).thenApply(result -> written);
    }

    /** Now and then, and nobody waits for it: what has ended is not read anyway. Servers before 7.0 cannot, and keep it. */
    private void removeEnded(long now) {
        long last = removedAt.get();
        if (lifetime.retention() != null && now - last >= REMOVED_EVERY_MILLIS && removedAt.compareAndSet(last, now)) {
            CompletionStage<?> unused =
                    Answers.one(collection.deleteMany(Filters.lte(Lifetime.UNTIL, Instant.ofEpochMilli(now))));
        }
    }

    @Override
    public CompletionStage<Some> read(String series, long from, long to, int wanted, long now) {
        return first(Math.min(AT_MOST, Math.max(AT_LEAST, wanted)), series, from, to, now);
    }

    private CompletionStage<Some> first(int limit, String series, long from, long to, long now) {
        Bson range = Filters.and(
                Filters.eq("s", series),
                Filters.gte("t", Instant.ofEpochMilli(from)),
                Filters.lte("t", Instant.ofEpochMilli(to)));
        SortedMap<Long, Double> samples = new TreeMap<>();
        int[] read = {0};
        return Answers.each(
                        collection
                                .find(lifetime.living(range, now))
                                .sort(Sorts.ascending("t", "w"))
                                .limit(limit),
                        found -> {
                            read[0]++;
                            samples.put(found.getDate("t").toInstant().toEpochMilli(), found.getDouble("v"));
                        })
                .thenCompose(done -> {
                    if (read[0] < limit) {
                        return CompletableFuture.completedFuture(new Some(samples, null));
                    }
                    if (samples.size() == 1) {
                        // All of one instant, and the last of them may be yet to come.
                        return first(limit * 2, series, from, to, now);
                    }
                    long last = samples.lastKey();
                    return CompletableFuture.completedFuture(new Some(samples.headMap(last), last));
                });
    }

    @Override
    public CompletionStage<Boolean> delete(String series) {
        return Answers.one(collection.deleteMany(Filters.eq("s", series)))
                .thenApply(deleted -> deleted != null && deleted.getDeletedCount() > 0);
    }
}
