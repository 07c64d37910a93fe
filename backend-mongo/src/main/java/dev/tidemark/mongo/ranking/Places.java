package dev.tidemark.mongo.ranking;

import com.mongodb.client.model.Filters;
import com.mongodb.reactivestreams.client.ClientSession;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.tidemark.mongo.client.Answers;
import dev.tidemark.ranking.Order;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * The ranks of several members. Few are counted one by one. Many are numbered by MongoDB in one walk along the index, from the
 * front of the ranking to the last of them.
 */
final class Places {

    /** Up to so many are counted one by one. */
    private static final int FEW = 10;

    private static final int BATCH = 10_000;

    private final MongoCollection<Document> collection;
    private final Members members;

    Places(RankingCollections collections, Members members) {
        collection = collections.scores();
        this.members = members;
    }

    /** The ranks, from 1 on, of members that are there with these scores. */
    CompletionStage<Map<String, Long>> of(ClientSession session, long number, Map<String, Long> scores, Order order) {
        return scores.size() <= FEW
                ? counted(session, number, scores, order)
                : numbered(session, number, scores, order);
    }

    private CompletionStage<Map<String, Long>> counted(
            ClientSession session, long number, Map<String, Long> scores, Order order) {
        Map<String, Long> ranks = new HashMap<>();
        CompletionStage<Map<String, Long>> all = CompletableFuture.completedFuture(ranks);
        for (Map.Entry<String, Long> one : scores.entrySet()) {
            all = all.thenCompose(done -> members.countBefore(session, number, one.getKey(), one.getValue(), order)
                    .thenApply(before -> {
                        ranks.put(one.getKey(), before + 1);
                        return ranks;
                    }));
        }
        return all;
    }

    private CompletionStage<Map<String, Long>> numbered(
            ClientSession session, long number, Map<String, Long> scores, Order order) {
        boolean ascending = order == Order.ASC;
        Bson upToTheLast = ascending
                ? Filters.lte("s", Collections.max(scores.values()))
                : Filters.gte("s", Collections.min(scores.values()));
        int direction = ascending ? 1 : -1;
        // $documentNumber takes no second field to sort by, and ties are ordered by the member.
        Document before =
                new Document("$sum", 1).append("window", new Document("documents", List.of("unbounded", "current")));
        Document numbering = new Document("sortBy", new Document("s", direction).append("m", direction))
                .append("output", new Document("r", before));
        List<Bson> pipeline = List.of(
                new Document(
                        "$match", Filters.and(Members.of(number), upToTheLast).toBsonDocument()),
                new Document("$project", new Document("_id", 0).append("m", 1).append("s", 1)),
                new Document("$setWindowFields", numbering),
                new Document("$match", Filters.in("m", scores.keySet()).toBsonDocument()),
                new Document("$project", new Document("m", 1).append("r", 1)));
        Map<String, Long> ranks = new HashMap<>();
        return Answers.each(
                        collection
                                .aggregate(session, pipeline)
                                .hint(RankingCollections.BY_SCORE)
                                .batchSize(BATCH),
                        found -> ranks.put(
                                found.getString("m"),
                                found.get("r", Number.class).longValue()))
                .thenApply(done -> ranks);
    }
}
