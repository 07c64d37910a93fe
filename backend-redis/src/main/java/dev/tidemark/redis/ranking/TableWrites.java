package dev.tidemark.redis.ranking;

import dev.tidemark.NumberOverflowException;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Score;
import dev.tidemark.redis.client.Script;
import dev.tidemark.redis.client.ScriptCall;
import dev.tidemark.redis.client.Server;
import dev.tidemark.redis.client.ServerInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Changes to one table. Each is one script, which carries out the undos that are due, checks everything, changes it, and
 * renews the table's retention.
 *
 * <p>A single server's script lists the table that it makes in the same step. On a cluster the list is on another node, so
 * the name is listed before the table is made, and again after it: a name without a table is swept away some time, while a
 * table without a name would be lost.
 */
final class TableWrites {

    private final Server server;
    private final TableList list;
    private final Script set;
    private final Script increment;
    private final Script remove;
    private final Script drop;
    private final Script retain;

    TableWrites(RankingLayout layout, Server server, TableList list) {
        this.server = server;
        this.list = list;
        set = layout.script("ranking-renew.lua", "ranking-list.lua", "ranking-set.lua");
        increment = layout.script(
                "ranking-undo-later.lua", "ranking-renew.lua", "ranking-list.lua", "ranking-increment.lua");
        remove = layout.script("ranking-renew.lua", "ranking-forget.lua", "ranking-remove.lua");
        drop = layout.script("ranking-forget.lua", "ranking-drop.lua");
        retain = layout.script("ranking-renew.lua", "ranking-retain.lua");
    }

    CompletionStage<Void> set(String table, Map<String, Long> scores, ServerInfo info) {
        return listed(set, table, info, call -> {
                    scores.forEach((member, score) -> call.arg(score).arg(member));
                    return call;
                })
                .thenAccept(done -> {});
    }

    CompletionStage<List<Score>> increment(
            String table, List<Increment> by, @Nullable Duration expiresIn, ServerInfo info) {
        return listed(increment, table, info, call -> {
                    call.arg(expiresIn == null ? "" : Long.toString(expiresIn.toMillis()));
                    by.forEach(one -> call.arg(one.member()).arg(one.by()));
                    return call;
                })
                .thenApply(reply -> {
                    if (reply.is("overflow")) {
                        throw NumberOverflowException.ofScore(table, reply.text(1));
                    }
                    List<Long> numbers = reply.numbers(2);
                    List<Score> scores = new ArrayList<>(by.size());
                    for (int i = 0; i < by.size(); i++) {
                        scores.add(new Score(by.get(i).member(), numbers.get(i)));
                    }
                    return scores;
                });
    }

    CompletionStage<Long> remove(String table, List<String> members, ServerInfo info) {
        ScriptCall call = call(remove, table, info).arg(table);
        members.forEach(call::arg);
        return Reply.to(call, server).thenApply(reply -> reply.number(1));
    }

    CompletionStage<Boolean> drop(String table, ServerInfo info) {
        return Reply.to(dropping(table, info), server).thenApply(reply -> reply.number(1) == 1);
    }

    ScriptCall dropping(String table, ServerInfo info) {
        return call(drop, table, info).arg(table);
    }

    CompletionStage<Void> retain(String table, Duration afterLastWrite) {
        ScriptCall call = new TableKeys(table).addTo(retain.call()).arg(afterLastWrite.toMillis());
        return Reply.to(call, server).thenAccept(done -> {});
    }

    /** Runs a script that may make the table. */
    private CompletionStage<Reply> listed(
            Script script, String table, ServerInfo info, UnaryOperator<ScriptCall> arguments) {
        ScriptCall unlisted =
                arguments.apply(call(script, table, info).arg(table).arg(0));
        return Reply.to(unlisted, server).thenCompose(reply -> {
            if (!reply.is("unlisted")) {
                return CompletableFuture.completedFuture(reply);
            }
            ScriptCall listed =
                    arguments.apply(call(script, table, info).arg(table).arg(1));
            return list.add(table)
                    .thenCompose(added -> Reply.to(listed, server))
                    .thenCompose(second -> {
                        boolean made = second.is("done") && second.number(1) == 1;
                        return made
                                ? list.add(table).thenApply(added -> second)
                                : CompletableFuture.completedFuture(second);
                    });
        });
    }

    private static ScriptCall call(Script script, String table, ServerInfo info) {
        ScriptCall call = new TableKeys(table).addTo(script.call());
        return info.cluster() ? call : call.key(TableKeys.LIST);
    }
}
