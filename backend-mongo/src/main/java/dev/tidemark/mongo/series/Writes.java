package dev.tidemark.mongo.series;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.bulk.BulkWriteUpsert;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.WriteModel;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.tidemark.mongo.client.Answers;
import dev.tidemark.mongo.client.Failures;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.Document;

/**
 * Upserts of documents with known ids, sent together and carried out in any order.
 *
 * <p>An upsert does not find a document that has ended but is still there, tries to make it anew, and is refused because of its
 * id. So is one of two upserts that meet. In both cases nothing was changed: what has ended is removed, and the upsert sent again.
 */
final class Writes {

    private static final BulkWriteOptions UNORDERED = new BulkWriteOptions().ordered(false);
    private static final UpdateOptions UPDATE = new UpdateOptions();
    private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);
    private static final int DUPLICATE_KEY = 11000;
    private static final int BAD_VALUE = 2;
    private static final int UPSERTS_AT_ONCE = 2_000;
    private static final int ATTEMPTS = 20;

    private final MongoCollection<Document> collection;

    Writes(MongoCollection<Document> collection) {
        this.collection = collection;
    }

    /** What an upsert is to do to the document of an id. */
    record Upsert(Document id, Document update, Lifetime lifetime, boolean makes) {

        Upsert(Document id, Document update, Lifetime lifetime) {
            this(id, update, lifetime, true);
        }

        /** The update of a document that is left alone if it is not there any more. */
        static Upsert ofExisting(Document id, Document update, Lifetime lifetime) {
            return new Upsert(id, update, lifetime, false);
        }

        private WriteModel<Document> model(long now) {
            return new UpdateOneModel<>(lifetime.living(new Document("_id", id), now), update, makes ? UPSERT : UPDATE);
        }

        private WriteModel<Document> removalOfEnded(long now) {
            return new DeleteOneModel<>(lifetime.ended(new Document("_id", id), now));
        }
    }

    /**
     * What became of upserts, by their numbers.
     *
     * @param made those that made a new document
     * @param overflown those whose count would leave 64 bits; nothing of them was applied
     */
    record Outcome(Set<Integer> made, Set<Integer> overflown) {}

    /** The series of the upserts that made a new document. */
    static Set<String> seriesMade(Outcome outcome, List<Upsert> upserts) {
        return outcome.made.stream()
                .map(number -> upserts.get(number).id().getString(Ids.SERIES))
                .collect(Collectors.toSet());
    }

    CompletionStage<Outcome> run(List<Upsert> upserts, long now) {
        return from(0, upserts, now, new Outcome(new HashSet<>(), new HashSet<>()));
    }

    /** Some at a time, so that none takes as long as the timeout. */
    private CompletionStage<Outcome> from(int first, List<Upsert> upserts, long now, Outcome outcome) {
        if (first >= upserts.size()) {
            return CompletableFuture.completedFuture(outcome);
        }
        int end = Math.min(upserts.size(), first + UPSERTS_AT_ONCE);
        List<Integer> numbers = IntStream.range(first, end).boxed().toList();
        return attempt(upserts, numbers, now, outcome, ATTEMPTS).thenCompose(done -> from(end, upserts, now, outcome));
    }

    private CompletionStage<Outcome> attempt(
            List<Upsert> upserts, List<Integer> numbers, long now, Outcome outcome, int attempts) {
        if (numbers.isEmpty()) {
            return CompletableFuture.completedFuture(outcome);
        }
        List<WriteModel<Document>> models =
                numbers.stream().map(number -> upserts.get(number).model(now)).toList();
        return Answers.one(collection.bulkWrite(models, UNORDERED))
                .handle((result, failure) -> {
                    if (failure == null && result != null) {
                        note(result.getUpserts(), numbers, outcome);
                        return CompletableFuture.completedFuture(outcome);
                    }
                    if (!(failure != null && Failures.cause(failure) instanceof MongoBulkWriteException partly)
                            || partly.getWriteConcernError() != null) {
                        return CompletableFuture.<Outcome>failedFuture(failure);
                    }
                    note(partly.getWriteResult().getUpserts(), numbers, outcome);
                    List<Integer> again = new ArrayList<>();
                    for (BulkWriteError error : partly.getWriteErrors()) {
                        int number = numbers.get(error.getIndex());
                        if (isOverflow(error.getCode(), error.getMessage())) {
                            outcome.overflown.add(number);
                        } else if (error.getCode() == DUPLICATE_KEY && attempts > 1) {
                            again.add(number);
                        } else {
                            return CompletableFuture.<Outcome>failedFuture(partly);
                        }
                    }
                    return removeEnded(upserts, again, now)
                            .thenCompose(removed -> attempt(upserts, again, now, outcome, attempts - 1));
                })
                .thenCompose(next -> next);
    }

    /** Whether a single update was refused because a count would leave 64 bits. */
    static boolean isOverflow(Throwable failure) {
        return Failures.cause(failure) instanceof MongoException e
                && isOverflow(e.getCode(), String.valueOf(e.getMessage()));
    }

    private static boolean isOverflow(int code, String message) {
        return code == BAD_VALUE && message.contains("$inc");
    }

    private static void note(List<BulkWriteUpsert> made, List<Integer> numbers, Outcome outcome) {
        made.forEach(upsert -> outcome.made.add(numbers.get(upsert.getIndex())));
    }

    private CompletionStage<?> removeEnded(List<Upsert> upserts, List<Integer> numbers, long now) {
        return numbers.isEmpty()
                ? CompletableFuture.completedFuture(null)
                : Answers.one(collection.bulkWrite(
                        numbers.stream()
                                .map(number -> upserts.get(number).removalOfEnded(now))
                                .toList(),
                        UNORDERED));
    }
}
