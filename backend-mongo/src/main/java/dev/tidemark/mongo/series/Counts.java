package dev.tidemark.mongo.series;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.tidemark.mongo.client.Answers;
import dev.tidemark.mongo.client.Database;
import dev.tidemark.mongo.client.Failures;
import dev.tidemark.mongo.client.Kept;
import dev.tidemark.timeseries.Granularity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Counts, a document for each group of buckets of a series and granularity, a field for each bucket that has a count:
 *
 * <pre>
 *   {_id: {s: "purchases:item1", g: "1sec", t: 0}, n: {"0": 1, "1": 2, "3": 1}, until: …}     5 minutes of seconds
 *   {_id: {s: "purchases:item1", g: "1min", t: 0}, n: {"0": 4, "1": 1}, until: …}             8 hours of minutes
 *   {_id: {s: "purchases:item1", g: "1day", t: 0}, n: {"0": 5}}                               30 days
 * </pre>
 *
 * <p>{@code t} is when the group starts, in milliseconds. A group has at most 480 buckets, so a document stays below 16 KB.
 */
final class Counts {

    private static final String NAME = "counts";
    private static final String FIELD = "n";
    private static final int REMOVED_AT_ONCE = 2_000;
    private static final Bson ONLY_ZEROS = Filters.expr(
            Document.parse("{$allElementsTrue: {$map: {input: {$objectToArray: '$n'}, in: {$eq: ['$$this.v', 0]}}}}"));

    private final MongoCollection<Document> collection;
    private final Map<Granularity, Grouping> groupings = new LinkedHashMap<>();
    private final Map<Granularity, Lifetime> lifetimes = new LinkedHashMap<>();

    Counts(Database database, List<Granularity> granularities) {
        collection = database.collection(NAME);
        for (Granularity granularity : granularities) {
            Grouping grouping = Grouping.of(granularity);
            groupings.put(granularity, grouping);
            lifetimes.put(granularity, new Lifetime(granularity.retention(), grouping.millis()));
        }
    }

    Kept kept() {
        return Lifetime.kept(NAME);
    }

    MongoCollection<Document> collection() {
        return collection;
    }

    /** The upserts that add to buckets of one granularity, one for each group. */
    List<Writes.Upsert> adding(String series, Granularity granularity, SortedMap<Long, Long> amounts, long now) {
        Grouping grouping = grouping(granularity);
        List<Writes.Upsert> upserts = new ArrayList<>(1);
        SortedMap<Long, Long> rest = amounts;
        while (!rest.isEmpty()) {
            long first = rest.firstKey();
            long next = grouping.nextGroup(first);
            Document increments = new Document();
            rest.headMap(next).forEach((bucket, amount) -> increments.append(field(grouping.place(bucket)), amount));
            Document update = new Document("$inc", increments);
            lifetime(granularity).keep(update, now);
            upserts.add(new Writes.Upsert(
                    Ids.of(series, granularity.name(), grouping.start(first)), update, lifetime(granularity)));
            rest = rest.tailMap(next);
        }
        return upserts;
    }

    /** The upserts that take back what one added, in steps that fit into 64 bits. */
    static List<Writes.Upsert> takingBack(Writes.Upsert added) {
        Document once = new Document();
        Document rest = new Document();
        added.update().get("$inc", Document.class).forEach((field, amount) -> {
            long value = (Long) amount;
            boolean tooLarge = value == Long.MIN_VALUE;
            once.append(field, tooLarge ? Long.MAX_VALUE : -value);
            if (tooLarge) {
                rest.append(field, 1L);
            }
        });
        List<Writes.Upsert> upserts = new ArrayList<>();
        upserts.add(Writes.Upsert.ofExisting(added.id(), new Document("$inc", once), added.lifetime()));
        if (!rest.isEmpty()) {
            upserts.add(Writes.Upsert.ofExisting(added.id(), new Document("$inc", rest), added.lifetime()));
        }
        return upserts;
    }

    /** Removes those of some documents that have no count but 0, and answers the ids of the others. */
    CompletionStage<List<Document>> removeZeros(List<Document> ids) {
        List<Document> left = new ArrayList<>();
        CompletionStage<@Nullable Void> done = CompletableFuture.completedFuture(null);
        for (int from = 0; from < ids.size(); from += REMOVED_AT_ONCE) {
            Bson some = Filters.in("_id", ids.subList(from, Math.min(ids.size(), from + REMOVED_AT_ONCE)));
            done = done.thenCompose(before -> Answers.one(collection.deleteMany(Filters.and(some, ONLY_ZEROS))))
                    .thenCompose(removed -> Answers.each(
                            collection.find(some).projection(Projections.include("_id")),
                            found -> left.add(found.get("_id", Document.class))));
        }
        return done.thenApply(removed -> left);
    }

    /** Adds to one bucket and answers its new count, as one step; empty if it would leave 64 bits, and nothing was added. */
    CompletionStage<OptionalLong> addAndGet(Writes.Upsert upsert, int place, long now) {
        return Answers.one(collection.findOneAndUpdate(
                        upsert.lifetime().living(new Document("_id", upsert.id()), now),
                        upsert.update(),
                        upserting(place)))
                .handle((found, failure) -> {
                    if (failure == null) {
                        return CompletableFuture.completedFuture(
                                found == null ? OptionalLong.empty() : OptionalLong.of(count(found, place)));
                    }
                    if (Failures.isDuplicateKey(failure)) {
                        // It had ended but was still there, or another one was quicker: see Writes.
                        return Answers.one(collection.deleteOne(
                                        upsert.lifetime().ended(new Document("_id", upsert.id()), now)))
                                .thenCompose(removed -> addAndGet(upsert, place, now));
                    }
                    return Writes.isOverflow(failure)
                            ? CompletableFuture.completedFuture(OptionalLong.empty())
                            : CompletableFuture.<OptionalLong>failedFuture(failure);
                })
                .thenCompose(next -> next);
    }

    private static FindOneAndUpdateOptions upserting(int place) {
        return new FindOneAndUpdateOptions()
                .upsert(true)
                .returnDocument(ReturnDocument.AFTER)
                .projection(Projections.include(field(place)));
    }

    int place(Granularity granularity, long bucket) {
        return grouping(granularity).place(bucket);
    }

    CompletionStage<long[]> read(String series, Granularity granularity, long first, int buckets, long now) {
        Grouping grouping = grouping(granularity);
        List<Document> ids = new ArrayList<>();
        for (long from = first; from < first + buckets; from = grouping.nextGroup(from)) {
            ids.add(Ids.of(series, granularity.name(), grouping.start(from)));
        }
        long[] counts = new long[buckets];
        return Answers.each(
                        collection.find(lifetime(granularity).living(Filters.in("_id", ids), now)),
                        group -> take(group, grouping, first, counts))
                .thenApply(done -> counts);
    }

    private static void take(Document group, Grouping grouping, long first, long[] counts) {
        long start = group.get("_id", Document.class).getLong(Ids.TIME) / grouping.width();
        Document found = group.get(FIELD, Document.class);
        if (found != null) {
            found.forEach((place, count) -> {
                long i = start + Integer.parseInt(place) - first;
                if (i >= 0 && i < counts.length) {
                    counts[(int) i] = (Long) count;
                }
            });
        }
    }

    private static long count(Document group, int place) {
        Long count = group.get(FIELD, Document.class).getLong(Integer.toString(place));
        return count == null ? 0 : count;
    }

    private static String field(int place) {
        return FIELD + "." + place;
    }

    private Grouping grouping(Granularity granularity) {
        return known(groupings, granularity);
    }

    private Lifetime lifetime(Granularity granularity) {
        return known(lifetimes, granularity);
    }

    private static <V> V known(Map<Granularity, V> map, Granularity granularity) {
        V value = map.get(granularity);
        if (value == null) {
            throw new IllegalStateException(granularity + " was not there when the store was opened");
        }
        return value;
    }
}
