package dev.tidemark.redis.ranking;

import dev.tidemark.ranking.Lookup;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.redis.client.Script;
import dev.tidemark.redis.client.ScriptCall;
import dev.tidemark.redis.client.Server;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Pages and places. Each read is one script, which first carries out the undos that are due. */
final class TableReads {

    /** No table is that long, and Lua still counts exactly from there. */
    private static final long MAX_OFFSET = 1L << 52;

    private final Server server;
    private final Script range;
    private final Script rank;
    private final Script around;
    private final Script lookup;

    TableReads(RankingLayout layout, Server server) {
        this.server = server;
        range = layout.script("ranking-range.lua");
        rank = layout.script("ranking-rank.lua");
        around = layout.script("ranking-around.lua");
        lookup = layout.script("ranking-lookup.lua");
    }

    CompletionStage<RankPage> range(String table, Order order, long offset, int count) {
        ScriptCall call =
                call(range, table, order).arg(Math.min(offset, MAX_OFFSET)).arg(count);
        return Reply.to(call, server).thenApply(Reply::page);
    }

    CompletionStage<Optional<Ranked>> rank(String table, String member, Order order) {
        return Reply.to(call(rank, table, order).arg(member), server)
                .thenApply(reply -> reply.size() == 1
                        ? Optional.empty()
                        : Optional.of(new Ranked(reply.number(1) + 1, member, reply.number(2))));
    }

    CompletionStage<RankPage> around(String table, String member, Order order, int radius) {
        return Reply.to(call(around, table, order).arg(member).arg(radius), server)
                .thenApply(Reply::page);
    }

    CompletionStage<Lookup> lookup(String table, List<String> members, Order order) {
        ScriptCall call = call(lookup, table, order);
        members.forEach(call::arg);
        return Reply.to(call, server).thenApply(reply -> {
            List<Long> found = reply.numbers(2);
            List<Optional<Ranked>> entries = new ArrayList<>(members.size());
            for (int i = 0; i < members.size(); i++) {
                long place = found.get(2 * i);
                entries.add(
                        place < 0
                                ? Optional.empty()
                                : Optional.of(new Ranked(place + 1, members.get(i), found.get(2 * i + 1))));
            }
            return new Lookup(reply.number(1), entries);
        });
    }

    private static ScriptCall call(Script script, String table, Order order) {
        return new TableKeys(table).addTo(script.call()).arg(order.name());
    }
}
