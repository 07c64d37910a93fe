package dev.tidemark.mongo.ranking;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.reactivestreams.client.ClientSession;
import dev.tidemark.mongo.client.Answers;
import dev.tidemark.mongo.client.Database;
import dev.tidemark.mongo.client.Failures;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Runs changes of a table, each in one transaction and after every undo that is due. The first thing that a transaction changes
 * is the table's own document: two changes of one table meet there, before they have done any work, and one of them begins anew.
 *
 * <p>An instance that is killed within a transaction leaves it open. MongoDB ends it when it is older than {@code
 * transactionLifetimeLimitSeconds}, which took a minute and a half with the default of 60. Until then other changes of that table,
 * and reads if an undo is due, are answered that MongoDB is not available.
 */
final class TableSteps {

    /** What a transaction does to a table. It may answer {@link Unchanged#with} to leave everything as it was. */
    @FunctionalInterface
    interface Work<T> {
        CompletionStage<T> on(ClientSession session, TableState state);
    }

    private final Database database;
    private final RankingCollections collections;
    private final Undos undos;

    TableSteps(Database database, RankingCollections collections, Undos undos) {
        this.database = database;
        this.collections = collections;
        this.undos = undos;
    }

    /** Changes a table, which may not be there yet, or may have ended. */
    <T> CompletionStage<T> change(String table, Work<T> work) {
        return change(table, true, work).thenApply(Optional::orElseThrow);
    }

    /** Changes a table if there is one, which may have ended. */
    <T> CompletionStage<Optional<T>> changeIfListed(String table, Work<T> work) {
        return change(table, false, work);
    }

    private <T> CompletionStage<Optional<T>> change(String table, boolean list, Work<T> work) {
        return database.transaction(
                        session -> lock(session, table, list).thenCompose(state -> attempt(session, state, work)))
                .exceptionallyCompose(TableSteps::unchanged)
                .thenCompose(attempt -> attempt.isOver()
                        ? CompletableFuture.completedFuture(Optional.ofNullable(attempt.answer()))
                        : change(table, list, work));
    }

    @SuppressWarnings("unchecked") // Only the work itself can have given it.
    private static <T> CompletionStage<Attempt<T>> unchanged(Throwable failure) {
        Throwable cause = Failures.cause(failure);
        return cause instanceof Unchanged unchanged
                ? CompletableFuture.completedFuture(new Attempt<>(true, (T) unchanged.answer()))
                : CompletableFuture.failedFuture(cause);
    }

    /** The answer is null if there is no table, or if only undos were carried out. */
    private record Attempt<T>(boolean isOver, @Nullable T answer) {}

    private <T> CompletionStage<Attempt<T>> attempt(ClientSession session, @Nullable TableState state, Work<T> work) {
        if (state == null) {
            return CompletableFuture.completedFuture(new Attempt<T>(true, null));
        }
        return state.hasDueUndos()
                ? undos.settle(session, state).thenApply(done -> new Attempt<T>(false, null))
                : work.on(session, state).thenApply(answer -> new Attempt<>(true, answer));
    }

    private CompletionStage<@Nullable TableState> lock(ClientSession session, String table, boolean list) {
        return Answers.one(collections
                        .tables()
                        .findOneAndUpdate(
                                session,
                                Filters.eq("_id", table),
                                TableState.touched(),
                                new FindOneAndUpdateOptions().upsert(list).returnDocument(ReturnDocument.AFTER)))
                .thenApply(found -> found == null ? null : TableState.of(found));
    }
}
