package dev.tidemark.mongo.ranking;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.tidemark.ranking.RankPage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Unions, computed once for all who ask at the same time. Callers of this process who ask for the same share one answer. Of
 * several instances the one computes it that gets the lock; the others look again and again until it is there, or until the
 * lock is gone, which ends by itself should its owner fail.
 */
final class Unions {

    private static final Duration POLL = Duration.ofMillis(50);

    /** An answer that is on its way. */
    private record Running(CompletableFuture<RankPage> answer, long since) {

        /** What it will answer was computed after it began, so it is no older than that. */
        boolean isNewEnoughFor(UnionRequest request) {
            return System.nanoTime() - since < request.maxAge().toNanos();
        }
    }

    private final UnionSums sums;
    private final KeptUnions kept;
    private final ConcurrentMap<UnionRequest, Running> running = new ConcurrentHashMap<>();

    Unions(UnionSums sums, KeptUnions kept) {
        this.sums = sums;
        this.kept = kept;
    }

    CompletionStage<RankPage> ask(UnionRequest request) {
        if (request.tables().isEmpty()) {
            return CompletableFuture.completedFuture(new RankPage(0, List.of()));
        }
        Running mine = new Running(new CompletableFuture<>(), System.nanoTime());
        Running shared =
                running.compute(request, (key, other) -> other != null && other.isNewEnoughFor(request) ? other : mine);
        if (shared.equals(mine)) {
            answer(request).whenComplete((page, failure) -> {
                running.remove(request, mine);
                if (failure == null) {
                    mine.answer().complete(page);
                } else {
                    mine.answer().completeExceptionally(failure);
                }
            });
        }
        return shared.answer().copy();
    }

    private CompletionStage<RankPage> answer(UnionRequest request) {
        return request.maxAge().toMillis() == 0
                ? sums.compute(request).thenApply(all -> all.page(request.order(), request.count()))
                : findOrCompute(request, UUID.randomUUID().toString());
    }

    private CompletionStage<RankPage> findOrCompute(UnionRequest request, String owner) {
        return kept.find(request)
                .thenCompose(page -> page.isPresent()
                        ? CompletableFuture.completedFuture(page.get())
                        : kept.lock(request, owner)
                                .thenCompose(began -> began == null
                                        ? later().thenCompose(now -> findOrCompute(request, owner))
                                        : computeAndKeep(request, owner, began)));
    }

    private static CompletionStage<Void> later() {
        return CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(POLL.toMillis(), MILLISECONDS));
    }

    private CompletionStage<RankPage> computeAndKeep(UnionRequest request, String owner, Instant began) {
        return sums.compute(request)
                .thenCompose(all -> kept.store(request, owner, began, all)
                        .thenApply(stored -> all.page(request.order(), request.count())))
                .whenComplete((page, failure) -> {
                    if (failure != null) {
                        // Lets the next one try at once. If this fails too, the lock ends by itself.
                        kept.unlock(request, owner);
                    }
                });
    }

    CompletionStage<Void> forgetAll() {
        return kept.forgetAll();
    }
}
