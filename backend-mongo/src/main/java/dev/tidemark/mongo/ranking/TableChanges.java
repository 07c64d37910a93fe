package dev.tidemark.mongo.ranking;

import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import com.mongodb.reactivestreams.client.ClientSession;
import dev.tidemark.mongo.client.Answers;
import dev.tidemark.ranking.Score;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Changes the scores of a table by transactions. Changes of one table do not get into each other's way within this process:
 * what is asked for while a transaction runs waits, and then goes out together in the next one. Each is still refused or done
 * on its own.
 *
 * <p>A transaction is four round trips, one more if the table gains members or undos, and one more for the undos themselves.
 */
final class TableChanges {

    /** A transaction that has got so many members takes no more changes. */
    private static final int FULL = 1_000;

    private record Waiting(Change change, CompletableFuture<List<Score>> answer) {}

    private final RankingCollections collections;
    private final TableSteps steps;
    private final Members members;
    private final Leftovers leftovers;
    private final ConcurrentMap<String, Queue<Waiting>> waiting = new ConcurrentHashMap<>();

    TableChanges(RankingCollections collections, TableSteps steps, Members members, Leftovers leftovers) {
        this.collections = collections;
        this.steps = steps;
        this.members = members;
        this.leftovers = leftovers;
    }

    /** Whether a transaction of this process runs on the table. */
    boolean isBusy(String table) {
        return waiting.containsKey(table);
    }

    CompletionStage<List<Score>> add(String table, Change change) {
        Waiting mine = new Waiting(change, new CompletableFuture<>());
        boolean[] idle = {false};
        waiting.compute(table, (name, others) -> {
            idle[0] = others == null;
            Queue<Waiting> queue = others == null ? new ArrayDeque<>() : others;
            queue.add(mine);
            return queue;
        });
        if (idle[0]) {
            goOn(table);
        }
        return mine.answer();
    }

    private void goOn(String table) {
        List<Waiting> next = next(table);
        if (next.isEmpty()) {
            return;
        }
        List<Change> changes = next.stream().map(Waiting::change).toList();
        steps.change(table, (session, state) -> apply(session, state, changes)).whenComplete((outcomes, failure) -> {
            for (int i = 0; i < next.size(); i++) {
                answer(next.get(i), outcomes == null ? null : outcomes.get(i), failure);
            }
            goOn(table);
        });
    }

    /** Those that go out together. If there are none the table is idle again. */
    private List<Waiting> next(String table) {
        List<Waiting> next = new ArrayList<>();
        waiting.computeIfPresent(table, (name, queue) -> {
            int size = 0;
            for (Waiting one = queue.poll(); one != null; one = size < FULL ? queue.poll() : null) {
                next.add(one);
                size += one.change().members().size();
            }
            return next.isEmpty() ? null : queue;
        });
        return next;
    }

    private static void answer(Waiting one, Tally.@Nullable Outcome outcome, @Nullable Throwable failure) {
        Throwable reason = outcome == null ? failure : outcome.refusal();
        if (outcome == null || reason != null) {
            one.answer().completeExceptionally(Objects.requireNonNull(reason));
        } else {
            one.answer().complete(outcome.scores());
        }
    }

    private CompletionStage<List<Tally.Outcome>> apply(ClientSession session, TableState state, List<Change> changes) {
        long number = state.isThere() ? state.requireNumber() : RankingCollections.newNumber();
        TreeSet<String> names = new TreeSet<>();
        changes.forEach(change -> names.addAll(change.members()));
        CompletionStage<Map<String, Long>> before =
                state.isThere() ? members.scores(session, number, names) : CompletableFuture.completedFuture(Map.of());
        return before.thenCompose(scores -> {
            Tally tally = new Tally(state, number, scores);
            List<Tally.Outcome> outcomes = changes.stream().map(tally::add).toList();
            if (outcomes.stream().allMatch(outcome -> outcome.refusal() != null)) {
                // Not even for how long the table is kept may change then.
                return Unchanged.with(outcomes);
            }
            return write(session, tally)
                    .thenCompose(done -> note(session, state, number, tally))
                    .thenApply(done -> outcomes);
        });
    }

    private CompletionStage<@Nullable Void> write(ClientSession session, Tally tally) {
        CompletionStage<?> written = tally.writes().isEmpty()
                ? CompletableFuture.completedFuture(null)
                : Answers.one(
                        collections.scores().bulkWrite(session, tally.writes(), new BulkWriteOptions().ordered(false)));
        return written.thenCompose(done -> tally.undos().isEmpty()
                        ? CompletableFuture.completedFuture(null)
                        : Answers.one(collections.undos().insertMany(session, tally.undos())))
                .thenApply(done -> null);
    }

    /** Writes into the table's document what has changed there. */
    private CompletionStage<@Nullable Void> note(ClientSession session, TableState state, long number, Tally tally) {
        Instant due = tally.due();
        if (!state.isThere()) {
            return begin(session, state, number, tally.added(), due);
        }
        List<Bson> updates = new ArrayList<>();
        if (tally.added() > 0) {
            updates.add(Updates.inc("n", tally.added()));
        }
        if (due != null && !due.equals(state.due())) {
            updates.add(Updates.set("due", due));
        }
        return updates.isEmpty()
                ? CompletableFuture.completedFuture(null)
                : Answers.one(collections
                                .tables()
                                .updateOne(session, Filters.eq("_id", state.name()), Updates.combine(updates)))
                        .thenApply(done -> null);
    }

    private CompletionStage<@Nullable Void> begin(
            ClientSession session, TableState state, long number, long size, @Nullable Instant due) {
        Document table =
                new Document("t", number).append("n", size).append("v", 0L).append("at", state.now());
        if (due != null) {
            table.append("due", due);
        }
        CompletionStage<@Nullable Void> begun = Answers.one(
                        collections.tables().replaceOne(session, Filters.eq("_id", state.name()), table))
                .thenApply(done -> null);
        leftovers.clearSoon();
        Long old = state.number();
        return old == null ? begun : begun.thenCompose(done -> leftovers.add(session, old, state.now()));
    }
}
