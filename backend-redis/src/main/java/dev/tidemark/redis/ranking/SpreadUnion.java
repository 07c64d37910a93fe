package dev.tidemark.redis.ranking;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.redis.client.Script;
import dev.tidemark.redis.client.ScriptCall;
import dev.tidemark.redis.client.Server;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A union of tables that are spread over the nodes of a cluster. Each table is read as a whole in one step, the sums are made
 * here, and kept where the first table is. The tables are read one after the other, so a write to two of them may be seen in
 * one only.
 *
 * <p>Whoever finds no union that is new enough locks it and computes it. Others wait until it is there, or until the lock is
 * gone, which ends by itself should its owner fail.
 */
final class SpreadUnion {

    private static final Duration LOCK = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration PART_KEPT = Duration.ofMinutes(1);
    private static final int PART = 2_000;

    private final Server server;
    private final TableReads reads;
    private final UnionList list;
    private final int limit;
    private final Script lock = Script.of("ranking-base.lua", "union-kept.lua", "union-lock.lua");
    private final Script part = Script.of("ranking-base.lua", "union-part.lua");
    private final Script unlock = Script.of("union-unlock.lua");
    private final Script store = Script.of("ranking-base.lua", "union-kept.lua", "union-store.lua");

    SpreadUnion(Server server, TableReads reads, int limit, UnionList list) {
        this.server = server;
        this.reads = reads;
        this.limit = limit;
        this.list = list;
    }

    CompletionStage<RankPage> ask(UnionRequest request) {
        if (request.maxAge().isZero()) {
            return compute(request).thenApply(sums -> sums.page(request.order(), request.count()));
        }
        UnionKeys keys = UnionKeys.of(request.tables());
        return ask(request, keys, UUID.randomUUID().toString());
    }

    private CompletionStage<RankPage> ask(UnionRequest request, UnionKeys keys, String owner) {
        ScriptCall call = lock.call()
                .key(keys.result())
                .key(keys.made())
                .key(keys.lock())
                .arg(request.order().name())
                .arg(request.count())
                .arg(request.maxAge().toMillis())
                .arg(owner)
                .arg(LOCK.toMillis());
        return server.run(call).thenApply(Reply::of).thenCompose(reply -> {
            if (reply.is("done")) {
                return CompletableFuture.completedFuture(reply.page());
            }
            return reply.is("compute")
                    ? computeAndKeep(request, keys, owner, reply.number(1))
                    : later().thenCompose(now -> ask(request, keys, owner));
        });
    }

    private static CompletionStage<Void> later() {
        return CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(POLL.toMillis(), MILLISECONDS));
    }

    private CompletionStage<RankPage> computeAndKeep(UnionRequest request, UnionKeys keys, String owner, long beganAt) {
        return compute(request)
                .thenCompose(sums -> keep(sums, request, keys, owner, beganAt)
                        .thenApply(kept -> sums.page(request.order(), request.count())))
                .whenComplete((page, failure) -> {
                    if (failure != null) {
                        // Lets the next one try at once. If this fails too, the lock ends by itself.
                        server.run(unlock.call().key(keys.lock()).arg(owner));
                    }
                });
    }

    private CompletionStage<Sums> compute(UnionRequest request) {
        return sizes(request.tables()).thenCompose(entries -> {
            if (entries > limit) {
                throw request.tooLarge(entries, limit);
            }
            CompletionStage<Sums> sums = CompletableFuture.completedFuture(new Sums());
            for (String table : request.tables()) {
                sums = sums.thenCompose(before -> whole(table, request).thenApply(before::add));
            }
            return sums;
        });
    }

    /** The table may have grown since its size was asked for. */
    private CompletionStage<RankPage> whole(String table, UnionRequest request) {
        return reads.range(table, Order.ASC, 0, limit).thenApply(page -> {
            if (page.total() > limit) {
                throw request.tooLarge(page.total(), limit);
            }
            return page;
        });
    }

    private CompletionStage<Long> sizes(List<String> tables) {
        CompletionStage<Long> sum = CompletableFuture.completedFuture(0L);
        for (String table : tables) {
            sum = sum.thenCombine(reads.range(table, Order.ASC, 0, 0), (before, page) -> before + page.total());
        }
        return sum;
    }

    /** Puts it together beside the old one, which it replaces in one step. */
    private CompletionStage<Void> keep(Sums sums, UnionRequest request, UnionKeys keys, String owner, long beganAt) {
        List<ScriptCall> parts = new ArrayList<>();
        sums.inParts(PART, some -> {
            ScriptCall call = part.call().key(keys.part(owner)).arg(PART_KEPT.toMillis());
            some.forEach((member, sum) -> call.arg(sum).arg(member));
            parts.add(call);
        });
        ScriptCall last = store.call()
                .key(keys.result())
                .key(keys.made())
                .key(keys.lock())
                .key(keys.part(owner))
                .arg(owner)
                .arg(beganAt)
                .arg(request.maxAge().toMillis());
        return server.runAll(parts)
                .thenCompose(answers -> {
                    answers.forEach(Server.Answer::value);
                    return server.run(last);
                })
                .thenCompose(answer -> {
                    long until = Reply.of(answer).number(1);
                    return until == 0 ? CompletableFuture.completedFuture(null) : list.add(keys, until, beganAt);
                });
    }
}
