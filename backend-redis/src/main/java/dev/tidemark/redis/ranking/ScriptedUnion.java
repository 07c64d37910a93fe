package dev.tidemark.redis.ranking;

import dev.tidemark.ranking.RankPage;
import dev.tidemark.redis.client.Script;
import dev.tidemark.redis.client.ScriptCall;
import dev.tidemark.redis.client.Server;
import dev.tidemark.redis.client.ServerInfo;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A union of tables that are all on one node: one script looks whether there is one that is new enough, and if not computes
 * and keeps it. As no other script runs meanwhile, no two instances ever compute the same one: the second finds what the
 * first has kept.
 */
final class ScriptedUnion {

    private final Server server;
    private final Script script;
    private final int limit;
    private final UnionList list;

    ScriptedUnion(RankingLayout layout, Server server, int limit, UnionList list) {
        this.server = server;
        this.limit = limit;
        this.list = list;
        script = layout.script("union-kept.lua", "union.lua");
    }

    CompletionStage<RankPage> ask(UnionRequest request, ServerInfo info) {
        UnionKeys keys = UnionKeys.of(request.tables());
        return Reply.to(call(request, keys, info), server).thenCompose(reply -> {
            if (reply.is("too-large")) {
                throw request.tooLarge(reply.number(1), limit);
            }
            long until = reply.number(4);
            CompletionStage<RankPage> page = CompletableFuture.completedFuture(reply.page());
            return until == 0 ? page : list.add(keys, until, reply.number(5)).thenCompose(noted -> page);
        });
    }

    private ScriptCall call(UnionRequest request, UnionKeys keys, ServerInfo info) {
        ScriptCall call = script.call().key(keys.result()).key(keys.made());
        request.tables().forEach(table -> new TableKeys(table).addTo(call));
        if (!info.cluster()) {
            call.key(UnionKeys.LIST);
        }
        return call.arg(request.order().name())
                .arg(request.count())
                .arg(request.maxAge().toMillis())
                .arg(limit)
                .arg(keys.name());
    }
}
