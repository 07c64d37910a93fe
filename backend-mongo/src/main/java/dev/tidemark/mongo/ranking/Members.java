package dev.tidemark.mongo.ranking;

import com.mongodb.client.model.Accumulators;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.Updates;
import com.mongodb.reactivestreams.client.ClientSession;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.tidemark.mongo.client.Answers;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Reads the members of a table or a kept union, which are found by its number. A page is read from the end that is nearer. The
 * index has to be walked to it, and for a rank past everybody who is ahead.
 */
final class Members {

    private static final int BATCH = 10_000;
    private static final Bson FIELDS = Projections.fields(Projections.include("m", "s"), Projections.excludeId());

    private final MongoCollection<Document> scores;

    Members(RankingCollections collections) {
        scores = collections.scores();
    }

    static Bson of(long number) {
        return Filters.eq("t", number);
    }

    static Bson of(long number, String member) {
        return Filters.and(of(number), Filters.eq("m", member));
    }

    static Bson of(long number, Collection<String> members) {
        return Filters.and(of(number), Filters.in("m", members));
    }

    /** Changes a score that a transaction has read. */
    static List<UpdateOneModel<Document>> update(long number, String member, long before, long after) {
        Bson filter = of(number, member);
        // An update that leaves a document as it is does not count as one: MongoDB would not notice that another
        // one has changed it meanwhile.
        return before == after
                ? List.of(
                        new UpdateOneModel<>(filter, Updates.inc("s", 1L)),
                        new UpdateOneModel<>(filter, Updates.inc("s", -1L)))
                : List.of(new UpdateOneModel<>(filter, Updates.set("s", after)));
    }

    /** The scores of those that are there. */
    CompletionStage<Map<String, Long>> scores(ClientSession session, long number, Collection<String> members) {
        Map<String, Long> found = new HashMap<>();
        return Answers.each(
                        scores.find(session, of(number, members))
                                .projection(FIELDS)
                                .batchSize(BATCH),
                        entry -> found.put(entry.getString("m"), entry.getLong("s")))
                .thenApply(done -> found);
    }

    CompletionStage<@Nullable Long> score(ClientSession session, long number, String member) {
        return Answers.one(scores.find(session, of(number, member)).projection(FIELDS))
                .thenApply(found -> found == null ? null : found.getLong("s"));
    }

    /** How many come before one, in that order. */
    CompletionStage<Long> countBefore(ClientSession session, long number, String member, long score, Order order) {
        boolean descending = order == Order.DESC;
        Bson ahead = descending ? Filters.gt("s", score) : Filters.lt("s", score);
        Bson aheadOfTies = descending ? Filters.gt("m", member) : Filters.lt("m", member);
        List<Bson> ties = counting(Filters.and(of(number), Filters.eq("s", score), aheadOfTies));
        List<Bson> pipeline = new ArrayList<>(counting(Filters.and(of(number), ahead)));
        pipeline.add(Aggregates.unionWith(scores.getNamespace().getCollectionName(), ties));
        return Answers.all(scores.aggregate(session, pipeline))
                .thenApply(counts -> counts.stream()
                        .mapToLong(count -> count.get("n", Number.class).longValue())
                        .sum());
    }

    private static List<Bson> counting(Bson filter) {
        return List.of(Aggregates.match(filter), Aggregates.group(null, Accumulators.sum("n", 1)));
    }

    /** The page from an offset on, of as many members as there are in all. */
    CompletionStage<RankPage> page(
            ClientSession session, long number, long total, Order order, long offset, int count) {
        long size = Math.min(count, total - offset);
        if (size <= 0) {
            return CompletableFuture.completedFuture(new RankPage(total, List.of()));
        }
        long behind = total - offset - size;
        boolean fromTheFront = offset <= behind;
        boolean ascending = fromTheFront == (order == Order.ASC);
        return Answers.all(scores.find(session, of(number))
                        .projection(FIELDS)
                        .sort(ascending ? Sorts.ascending("s", "m") : Sorts.descending("s", "m"))
                        .skip(Math.toIntExact(Math.min(offset, behind)))
                        .limit(Math.toIntExact(size))
                        .batchSize((int) Math.min(size + 1, BATCH)))
                .thenApply(found -> {
                    if (!fromTheFront) {
                        Collections.reverse(found);
                    }
                    List<Ranked> entries = new ArrayList<>(found.size());
                    for (Document entry : found) {
                        entries.add(new Ranked(offset + entries.size() + 1, entry.getString("m"), entry.getLong("s")));
                    }
                    return new RankPage(total, entries);
                });
    }
}
