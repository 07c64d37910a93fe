package dev.tidemark.mongo.series;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.client.model.Accumulators;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.tidemark.mongo.client.Answers;
import dev.tidemark.mongo.client.Database;
import dev.tidemark.mongo.client.Failures;
import dev.tidemark.mongo.client.Kept;
import dev.tidemark.spi.Batch;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.Uniques;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * A small document for each member of each bucket:
 *
 * <pre>
 *   {_id: {s: "visits:home", g: "1sec", t: 1000, m: "hugo"}, until: …}
 *   {_id: {s: "visits:home", g: "1min", t: 0, m: "hugo"}, until: …}
 * </pre>
 *
 * <p>The id tells everything, so a visitor who comes again is refused as a duplicate, and only kept for longer.
 */
final class ExactVisits implements VisitLayout {

    private static final String NAME = "visits";
    private static final InsertManyOptions UNORDERED = new InsertManyOptions().ordered(false);
    private static final int DUPLICATE_KEY = 11000;
    private static final int VISITS_AT_ONCE = 5_000;

    private final MongoCollection<Document> collection;
    private final List<Granularity> granularities;

    ExactVisits(Database database, List<Granularity> granularities) {
        this.collection = database.collection(NAME);
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
        List<Document> visits = new ArrayList<>();
        for (Batch.OfSeries one : series) {
            for (Granularity granularity : granularities) {
                Instant until = lifetime(granularity).until(now);
                one.members(granularity)
                        .forEach((bucket, members) -> members.forEach(member -> {
                            Document id = Ids.of(
                                            one.name(),
                                            granularity.name(),
                                            granularity.start(bucket).toEpochMilli())
                                    .append(Ids.MEMBER, member);
                            Document visit = new Document("_id", id);
                            visits.add(until == null ? visit : visit.append(Lifetime.UNTIL, until));
                        }));
            }
        }
        return from(0, visits, new HashSet<>());
    }

    /** Some at a time, so that none takes as long as the timeout. */
    private CompletionStage<Set<String>> from(int first, List<Document> visits, Set<String> fresh) {
        if (first >= visits.size()) {
            return CompletableFuture.completedFuture(fresh);
        }
        List<Document> some = visits.subList(first, Math.min(visits.size(), first + VISITS_AT_ONCE));
        return insert(some, fresh).thenCompose(done -> from(first + VISITS_AT_ONCE, visits, fresh));
    }

    private CompletionStage<@Nullable Void> insert(List<Document> visits, Set<String> fresh) {
        return Answers.one(collection.insertMany(visits, UNORDERED))
                .handle((result, failure) -> {
                    Set<Integer> known = new HashSet<>();
                    if (failure != null) {
                        if (!(Failures.cause(failure) instanceof MongoBulkWriteException partly)
                                || partly.getWriteConcernError() != null
                                || !partly.getWriteErrors().stream()
                                        .allMatch(error -> error.getCode() == DUPLICATE_KEY)) {
                            return CompletableFuture.<@Nullable Void>failedFuture(failure);
                        }
                        partly.getWriteErrors().stream()
                                .map(BulkWriteError::getIndex)
                                .forEach(known::add);
                    }
                    for (int i = 0; i < visits.size(); i++) {
                        if (!known.contains(i)) {
                            fresh.add(visits.get(i).get("_id", Document.class).getString(Ids.SERIES));
                        }
                    }
                    return keep(known.stream().map(visits::get).toList());
                })
                .thenCompose(next -> next);
    }

    /** Whoever came again is kept for longer, those who had ended but were still there included. */
    private CompletionStage<@Nullable Void> keep(List<Document> visits) {
        CompletionStage<@Nullable Void> done = CompletableFuture.completedFuture(null);
        Set<Instant> ends = new HashSet<>();
        visits.stream()
                .map(visit -> visit.get(Lifetime.UNTIL, Instant.class))
                .filter(end -> end != null)
                .forEach(ends::add);
        for (Instant end : ends) {
            List<Document> ids = visits.stream()
                    .filter(visit -> end.equals(visit.get(Lifetime.UNTIL, Instant.class)))
                    .map(visit -> visit.get("_id", Document.class))
                    .toList();
            Bson tooShort = Filters.and(Filters.in("_id", ids), Filters.lt(Lifetime.UNTIL, end));
            done = done.thenCompose(before -> Answers.one(
                            collection.updateMany(tooShort, Updates.max(Lifetime.UNTIL, end)))
                    .thenApply(kept -> null));
        }
        return done;
    }

    @Override
    public CompletionStage<Uniques> read(String series, Granularity granularity, long first, int buckets, long now) {
        Bson range = lifetime(granularity)
                .living(
                        Ids.between(
                                series,
                                granularity.name(),
                                granularity.start(first).toEpochMilli(),
                                granularity.start(first + buckets - 1).toEpochMilli()),
                        now);
        long[] counts = new long[buckets];
        return Answers.each(
                        collection
                                .aggregate(List.of(
                                        Aggregates.match(range), Aggregates.group("$_id.t", Accumulators.sum("n", 1L))))
                                .allowDiskUse(true),
                        group -> counts[
                                        (int) (group.getLong("_id")
                                                        / granularity.duration().toMillis()
                                                - first)] =
                                group.getLong("n"))
                .thenCompose(done -> buckets == 1 ? CompletableFuture.completedFuture(counts[0]) : distinct(range))
                .thenApply(distinct -> new Uniques(Points.of(granularity, first, counts), distinct, Precision.EXACT));
    }

    private CompletionStage<Long> distinct(Bson range) {
        return Answers.one(collection
                        .aggregate(List.of(Aggregates.match(range), Aggregates.group("$_id.m"), Aggregates.count("n")))
                        .allowDiskUse(true))
                .thenApply(
                        found -> found != null && found.get("n") instanceof Number members ? members.longValue() : 0L);
    }
}
