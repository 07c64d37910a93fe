package dev.tidemark.redis.ranking;

import dev.tidemark.ranking.RankPage;
import dev.tidemark.redis.client.Server;
import dev.tidemark.redis.client.ServerInfo;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Unions, computed where their tables are. Callers of this process who ask for the same at the same time ask Redis once. */
final class Unions {

    /** An answer that is on its way. */
    private record Running(CompletableFuture<RankPage> answer, long since) {

        /** What it will answer was computed after it began, so it is no older than that. */
        boolean isNewEnoughFor(UnionRequest request) {
            return System.nanoTime() - since < request.maxAge().toNanos();
        }
    }

    private final ScriptedUnion scripted;
    private final SpreadUnion spread;
    private final UnionList list;
    private final ConcurrentMap<UnionRequest, Running> running = new ConcurrentHashMap<>();

    Unions(RankingLayout layout, Server server, TableReads reads, int limit) {
        list = new UnionList(server);
        scripted = new ScriptedUnion(layout, server, limit, list);
        spread = new SpreadUnion(server, reads, limit, list);
    }

    CompletionStage<RankPage> ask(UnionRequest request, ServerInfo info) {
        if (request.tables().isEmpty()) {
            return CompletableFuture.completedFuture(new RankPage(0, List.of()));
        }
        Running mine = new Running(new CompletableFuture<>(), System.nanoTime());
        Running shared =
                running.compute(request, (key, other) -> other != null && other.isNewEnoughFor(request) ? other : mine);
        if (shared.equals(mine)) {
            compute(request, info).whenComplete((page, failure) -> {
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

    private CompletionStage<RankPage> compute(UnionRequest request, ServerInfo info) {
        return !info.cluster() || request.hasOneTag() ? scripted.ask(request, info) : spread.ask(request);
    }

    CompletionStage<Void> forgetAll() {
        return list.forgetAll();
    }
}
