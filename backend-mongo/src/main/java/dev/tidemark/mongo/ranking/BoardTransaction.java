package dev.tidemark.mongo.ranking;

import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.WriteModel;
import com.mongodb.reactivestreams.client.ClientSession;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.tidemark.NumberOverflowException;
import dev.tidemark.mongo.client.Answers;
import dev.tidemark.mongo.client.Database;
import dev.tidemark.mongo.client.Failures;
import dev.tidemark.ranking.RankingStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Adds to several tables in one transaction of about six round trips, however many tables there are:
 *
 * <ol>
 *   <li>mark the documents of all tables as changed, so that no other transaction can change one of them meanwhile;
 *   <li>read them. If an expiry is due in one, the transaction is aborted, the expiry carried out, and all begins again;
 *   <li>add to the scores by {@code $inc}, which also makes the members that are not there yet;
 *   <li>look for a score beyond the limit, by the index. If there is one the transaction is aborted;
 *   <li>write the number of members and the retention into the documents of the tables;
 *   <li>commit.
 * </ol>
 */
final class BoardTransaction {

    private static final BulkWriteOptions UNORDERED = new BulkWriteOptions().ordered(false);
    private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);

    private final Database database;
    private final RankingCollections collections;
    private final Undos undos;
    private final Leftovers leftovers;

    BoardTransaction(Database database, RankingCollections collections, Undos undos, Leftovers leftovers) {
        this.database = database;
        this.collections = collections;
        this.undos = undos;
        this.leftovers = leftovers;
    }

    /** A table within the transaction. */
    private record Part(TableState state, long number, BoardIncrements.Sums sums) {

        String name() {
            return state.name();
        }
    }

    CompletionStage<Void> apply(BoardIncrements increments) {
        return database.transaction(session -> lock(session, increments).thenCompose(parts -> {
                    List<String> due = parts.stream()
                            .map(Part::state)
                            .filter(TableState::hasDueUndos)
                            .map(TableState::name)
                            .toList();
                    return due.isEmpty() ? write(session, parts).thenApply(done -> due) : Unchanged.with(due);
                }))
                .exceptionallyCompose(BoardTransaction::unchanged)
                .thenCompose(due -> due.isEmpty()
                        ? CompletableFuture.completedFuture(null)
                        : undos.settleAll(due).thenCompose(done -> apply(increments)));
    }

    @SuppressWarnings("unchecked") // Only the work above can have given it.
    private static CompletionStage<List<String>> unchanged(Throwable failure) {
        Throwable cause = Failures.cause(failure);
        return cause instanceof Unchanged unchanged
                ? CompletableFuture.completedFuture((List<String>) unchanged.answer())
                : CompletableFuture.failedFuture(cause);
    }

    private CompletionStage<List<Part>> lock(ClientSession session, BoardIncrements increments) {
        List<WriteModel<Document>> touches = new ArrayList<>();
        increments
                .tables()
                .keySet()
                .forEach(name ->
                        touches.add(new UpdateOneModel<>(Filters.eq("_id", name), TableState.touched(), UPSERT)));
        return bulk(session, collections.tables(), touches)
                .thenCompose(done -> Answers.all(collections
                        .tables()
                        .find(session, Filters.in("_id", increments.tables().keySet()))
                        .batchSize(increments.tables().size() + 1)))
                .thenApply(found -> found.stream()
                        .map(TableState::of)
                        .map(state -> new Part(
                                state,
                                state.isThere() ? state.requireNumber() : RankingCollections.newNumber(),
                                Objects.requireNonNull(increments.tables().get(state.name()))))
                        .toList());
    }

    private CompletionStage<@Nullable Void> write(ClientSession session, List<Part> parts) {
        return add(session, parts)
                .thenCompose(added -> requireWithinLimit(session, parts)
                        .thenCompose(done -> bulk(session, collections.tables(), notes(parts, added))))
                .thenCompose(done -> replaceOld(session, parts));
    }

    /** Answers how many members each table has got. */
    private CompletionStage<long[]> add(ClientSession session, List<Part> parts) {
        long[] added = new long[parts.size()];
        List<WriteModel<Document>> writes = new ArrayList<>();
        List<Integer> owners = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            int index = i;
            Part part = parts.get(i);
            part.sums().byMember().forEach((member, by) -> {
                owners.add(index);
                if (part.state().isThere()) {
                    writes.add(new UpdateOneModel<>(Members.of(part.number(), member), Updates.inc("s", by), UPSERT));
                } else {
                    writes.add(new InsertOneModel<>(
                            new Document("t", part.number()).append("m", member).append("s", by)));
                    added[index]++;
                }
            });
        }
        return bulk(session, collections.scores(), writes).thenApply(result -> {
            Objects.requireNonNull(result).getUpserts().forEach(upsert -> added[owners.get(upsert.getIndex())]++);
            return added;
        });
    }

    private CompletionStage<@Nullable Void> requireWithinLimit(ClientSession session, List<Part> parts) {
        List<Part> there = parts.stream().filter(part -> part.state().isThere()).toList();
        List<Part> raised =
                there.stream().filter(part -> part.sums().hasPositive()).toList();
        List<Part> lowered =
                there.stream().filter(part -> part.sums().hasNegative()).toList();
        return requireNone(session, raised, Filters.gt("s", RankingStore.MAX_SCORE))
                .thenCompose(done -> requireNone(session, lowered, Filters.lt("s", -RankingStore.MAX_SCORE)));
    }

    private CompletionStage<@Nullable Void> requireNone(ClientSession session, List<Part> parts, Bson beyond) {
        if (parts.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        List<Long> numbers = parts.stream().map(Part::number).toList();
        return Answers.one(collections
                        .scores()
                        .find(session, Filters.and(Filters.in("t", numbers), beyond))
                        .projection(Projections.include("t", "m"))
                        .hint(RankingCollections.BY_SCORE)
                        .limit(1))
                .thenApply(found -> {
                    if (found != null) {
                        long number = found.getLong("t");
                        String table = parts.get(numbers.indexOf(number)).name();
                        throw NumberOverflowException.ofScore(table, found.getString("m"));
                    }
                    return null;
                });
    }

    /** What changes in the documents of the tables. */
    private static List<WriteModel<Document>> notes(List<Part> parts, long[] added) {
        List<WriteModel<Document>> notes = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            Bson named = Filters.eq("_id", part.name());
            Duration retention = part.sums().retention();
            if (!part.state().isThere()) {
                notes.add(new ReplaceOneModel<>(named, begun(part, added[i])));
                continue;
            }
            List<Bson> updates = new ArrayList<>();
            if (added[i] > 0) {
                updates.add(Updates.inc("n", added[i]));
            }
            if (retention != null) {
                updates.add(Updates.set("retention", retention.toMillis()));
                updates.add(Updates.set("until", until(part, retention)));
            }
            if (!updates.isEmpty()) {
                notes.add(new UpdateOneModel<>(named, Updates.combine(updates)));
            }
        }
        return notes;
    }

    private static Document begun(Part part, long members) {
        Document table = new Document("t", part.number())
                .append("n", members)
                .append("v", 0L)
                .append("at", part.state().now());
        Duration retention = part.sums().retention();
        return retention == null
                ? table
                : table.append("retention", retention.toMillis()).append("until", until(part, retention));
    }

    private static Instant until(Part part, Duration retention) {
        return part.state().now().plusMillis(retention.toMillis());
    }

    /** The members of tables that have expired, and begin again here, are cleared away later. */
    private CompletionStage<@Nullable Void> replaceOld(ClientSession session, List<Part> parts) {
        List<Part> begun =
                parts.stream().filter(part -> !part.state().isThere()).toList();
        if (!begun.isEmpty()) {
            leftovers.clearSoon();
        }
        List<Document> old = begun.stream()
                .filter(part -> part.state().number() != null)
                .map(part -> new Document("_id", part.state().requireNumber())
                        .append("after", part.state().now()))
                .toList();
        return old.isEmpty()
                ? CompletableFuture.completedFuture(null)
                : Answers.one(collections.leftovers().insertMany(session, old)).thenApply(done -> null);
    }

    private static CompletionStage<@Nullable BulkWriteResult> bulk(
            ClientSession session, MongoCollection<Document> collection, List<WriteModel<Document>> writes) {
        return writes.isEmpty()
                ? CompletableFuture.completedFuture(null)
                : Answers.one(collection.bulkWrite(session, writes, UNORDERED));
    }
}
