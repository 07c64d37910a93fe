package dev.tidemark.redis.ranking;

import dev.tidemark.NumberOverflowException;
import dev.tidemark.ranking.TableIncrements;
import dev.tidemark.redis.client.Script;
import dev.tidemark.redis.client.ScriptCall;
import dev.tidemark.redis.client.Server;
import dev.tidemark.redis.client.ServerInfo;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Changes to several tables that share a hash tag, as those of a board do. All of them are one script: it carries out the
 * expiries that are due in any of the tables, checks all scores and keys, lists the tables that it makes, sets the retention of
 * each table, and changes the scores.
 *
 * <p>On a cluster the list is on another node. As in {@link TableWrites}, new names are listed before their tables are made,
 * and again after it.
 */
final class BoardWrites {

    private final Server server;
    private final TableList list;
    private final Script incrementAll;

    BoardWrites(RankingLayout layout, Server server, TableList list) {
        this.server = server;
        this.list = list;
        incrementAll = layout.script("ranking-renew.lua", "ranking-increment-all.lua");
    }

    CompletionStage<Void> incrementAll(List<TableIncrements> changes, ServerInfo info) {
        return Reply.to(call(changes, false, info), server)
                .thenCompose(reply -> reply.is("unlisted")
                        ? list.addAll(reply.texts(1)).thenCompose(added -> Reply.to(call(changes, true, info), server))
                        : CompletableFuture.completedFuture(reply))
                .thenCompose(reply -> {
                    if (reply.is("overflow")) {
                        throw NumberOverflowException.ofScore(reply.text(1), reply.text(2));
                    }
                    List<String> made = reply.texts(1);
                    return made.isEmpty() ? CompletableFuture.completedFuture(null) : list.addAll(made);
                });
    }

    private ScriptCall call(List<TableIncrements> changes, boolean listed, ServerInfo info) {
        ScriptCall call = incrementAll.call().arg(changes.size()).arg(listed ? 1 : 0);
        for (TableIncrements change : changes) {
            new TableKeys(change.table()).addTo(call);
            Duration retention = change.retention();
            call.arg(change.table())
                    .arg(retention == null ? "" : Long.toString(retention.toMillis()))
                    .arg(change.increments().size());
            change.increments().forEach(one -> call.arg(one.member()).arg(one.by()));
        }
        return info.cluster() ? call : call.key(TableKeys.LIST);
    }
}
