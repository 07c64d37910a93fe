package dev.tidemark.mongo.ranking;

import dev.tidemark.NumberOverflowException;
import dev.tidemark.mongo.client.Failures;
import dev.tidemark.ranking.TableIncrements;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Changes several tables of a board at once, each time in one transaction ({@link BoardTransaction}).
 *
 * <p>All hits of a board change its total, so their transactions would conflict. Within this process they do not: what is
 * asked for while a transaction of the board runs waits, and then goes out together in the next one. If that one is rejected
 * because a score overflows, its changes go out one by one, and only those are rejected that overflow themselves.
 */
final class BoardChanges {

    /** A transaction that has got so many increments takes no more changes. */
    private static final int FULL = 1_000;

    private record Waiting(List<TableIncrements> changes, CompletableFuture<Void> answer) {

        int size() {
            return changes.stream()
                    .mapToInt(change -> change.increments().size())
                    .sum();
        }
    }

    private final Function<BoardIncrements, CompletionStage<Void>> transaction;
    private final ConcurrentMap<String, Queue<Waiting>> waiting = new ConcurrentHashMap<>();

    /** {@code transaction} carries out all of its increments, or fails and changes nothing. */
    BoardChanges(Function<BoardIncrements, CompletionStage<Void>> transaction) {
        this.transaction = transaction;
    }

    CompletionStage<Void> add(List<TableIncrements> changes) {
        String board = changes.get(0).table().split("@", 2)[0];
        Waiting mine = new Waiting(changes, new CompletableFuture<>());
        boolean[] idle = {false};
        waiting.compute(board, (name, others) -> {
            idle[0] = others == null;
            Queue<Waiting> queue = others == null ? new ArrayDeque<>() : others;
            queue.add(mine);
            return queue;
        });
        if (idle[0]) {
            goOn(board);
        }
        return mine.answer();
    }

    private void goOn(String board) {
        List<Waiting> next = next(board);
        if (!next.isEmpty()) {
            run(next).whenComplete((done, failure) -> goOn(board));
        }
    }

    /** Those that go out together. If there are none the board is idle again. */
    private List<Waiting> next(String board) {
        List<Waiting> next = new ArrayList<>();
        waiting.computeIfPresent(board, (name, queue) -> {
            int size = 0;
            for (Waiting one = queue.poll(); one != null; one = size < FULL ? queue.poll() : null) {
                next.add(one);
                size += one.size();
            }
            return next.isEmpty() ? null : queue;
        });
        return next;
    }

    private CompletionStage<Void> run(List<Waiting> together) {
        Optional<BoardIncrements> sums = BoardIncrements.of(
                together.stream().flatMap(one -> one.changes().stream()).toList());
        return sums.isEmpty()
                ? oneByOne(together)
                : carryOut(sums.get())
                        .handle((done, failure) -> {
                            if (together.size() > 1 && Failures.cause(failure) instanceof NumberOverflowException) {
                                return oneByOne(together);
                            }
                            together.forEach(one -> answer(one, failure));
                            return CompletableFuture.<Void>completedFuture(null);
                        })
                        .thenCompose(rest -> rest);
    }

    /** What throws instead of failing would leave the board waiting for ever. */
    private CompletionStage<Void> carryOut(BoardIncrements increments) {
        try {
            return transaction.apply(increments);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletionStage<Void> oneByOne(List<Waiting> all) {
        CompletionStage<Void> before = CompletableFuture.completedFuture(null);
        for (Waiting one : all) {
            before = before.thenCompose(done -> run(List.of(one)));
        }
        return before;
    }

    private static void answer(Waiting one, @Nullable Throwable failure) {
        if (failure == null) {
            one.answer().complete(null);
        } else {
            one.answer().completeExceptionally(Failures.cause(failure));
        }
    }
}
