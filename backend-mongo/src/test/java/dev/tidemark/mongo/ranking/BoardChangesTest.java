package dev.tidemark.mongo.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.TableIncrements;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BoardChangesTest {

    private static final List<TableIncrements> HIT =
            List.of(new TableIncrements("b@total", List.of(new Increment("ada", 1)), null));

    @Test
    @DisplayName("A transaction that throws fails its callers, and the board goes on")
    void transactionThrows() {
        List<BoardIncrements> carriedOut = new ArrayList<>();
        boolean[] broken = {true};
        BoardChanges board = new BoardChanges(increments -> {
            if (broken[0]) {
                throw new IllegalStateException("the client is closed");
            }
            carriedOut.add(increments);
            return CompletableFuture.completedFuture(null);
        });

        assertThat(board.add(HIT))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingRootCause()
                .withMessage("the client is closed");
        broken[0] = false;
        assertThat(board.add(HIT)).succeedsWithin(Duration.ZERO);
        assertThat(carriedOut).hasSize(1);
    }

    @Test
    @DisplayName("What comes while a transaction runs goes out together in the next one")
    void together() {
        List<CompletableFuture<Void>> running = new ArrayList<>();
        List<Long> amounts = new ArrayList<>();
        BoardChanges board = new BoardChanges(increments -> {
            increments
                    .tables()
                    .values()
                    .forEach(sums -> amounts.addAll(sums.byMember().values()));
            CompletableFuture<Void> transaction = new CompletableFuture<>();
            running.add(transaction);
            return transaction;
        });

        CompletionStage<Void> first = board.add(HIT);
        CompletionStage<Void> second = board.add(HIT);
        CompletionStage<Void> third = board.add(HIT);
        running.get(0).complete(null);
        running.get(1).completeExceptionally(new CompletionException(new IllegalStateException("away")));

        assertThat(amounts).containsExactly(1L, 2L);
        assertThat(first).isCompleted();
        assertThat(second).isCompletedExceptionally();
        assertThat(third).isCompletedExceptionally();
    }
}
