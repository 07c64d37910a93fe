package dev.tidemark.redis.ranking;

import dev.tidemark.Page;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Lookup;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.ranking.Score;
import dev.tidemark.ranking.TableIncrements;
import dev.tidemark.redis.client.Server;
import dev.tidemark.redis.client.ServerInfo;
import dev.tidemark.spi.BackendConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Ranked tables in Redis. Their keys are drawn in {@link TableKeys}, {@link RankingLayout} and {@link UnionKeys}.
 *
 * <p>Every command on a table is one script, so it is atomic, and settles first what is due by the server's own clock:
 * whatever instances there are and whatever their clocks say, an undo is carried out once, before anybody sees or changes the
 * score again.
 */
public final class RedisRankings implements RankingStore {

    private static final int UNION_LIMIT = 250_000;

    private final Server server;
    private final RankingLayout layout;
    private final TableReads reads;
    private final TableWrites writes;
    private final BoardWrites boards;
    private final TableList list;
    private final Unions unions;

    private RedisRankings(RankingLayout layout, Server server, int unionLimit) {
        this.server = server;
        this.layout = layout;
        list = new TableList(server);
        reads = new TableReads(layout, server);
        writes = new TableWrites(layout, server, list);
        boards = new BoardWrites(layout, server, list);
        unions = new Unions(layout, server, reads, unionLimit);
    }

    public static RedisRankings open(BackendConfig config, Server server) {
        return new RedisRankings(
                config.choice("ranking-layout", RankingLayout.SORTED_SET),
                server,
                config.number("union-limit", UNION_LIMIT, 1, Integer.MAX_VALUE));
    }

    /** The layout's name, as it stands in the settings. */
    public String layout() {
        return layout.written();
    }

    /** Throws a {@link dev.tidemark.spi.BackendException} if the layout cannot work on such a server. */
    public void requireAbleTo(ServerInfo info) {
        layout.requireAbleTo(info);
    }

    private CompletionStage<ServerInfo> ready() {
        return server.info().thenApply(info -> {
            requireAbleTo(info);
            return info;
        });
    }

    @Override
    public CompletionStage<Void> set(String table, Map<String, Long> scores) {
        return ready().thenCompose(info -> writes.set(table, scores, info));
    }

    @Override
    public CompletionStage<List<Score>> increment(String table, List<Increment> by, @Nullable Duration expiresIn) {
        return ready().thenCompose(info -> writes.increment(table, by, expiresIn, info));
    }

    @Override
    public CompletionStage<Void> incrementAll(List<TableIncrements> changes) {
        return ready().thenCompose(info -> boards.incrementAll(changes, info));
    }

    @Override
    public CompletionStage<RankPage> range(String table, Order order, long offset, int count) {
        return ready().thenCompose(info -> reads.range(table, order, offset, count));
    }

    @Override
    public CompletionStage<Optional<Ranked>> rank(String table, String member, Order order) {
        return ready().thenCompose(info -> reads.rank(table, member, order));
    }

    @Override
    public CompletionStage<Lookup> lookup(String table, List<String> members, Order order) {
        return ready().thenCompose(info -> reads.lookup(table, members, order));
    }

    @Override
    public CompletionStage<RankPage> around(String table, String member, Order order, int radius) {
        return ready().thenCompose(info -> reads.around(table, member, order, radius));
    }

    @Override
    public CompletionStage<RankPage> union(List<String> tables, Order order, int count, Duration maxAge) {
        return ready().thenCompose(info -> unions.ask(new UnionRequest(tables, order, count, maxAge), info));
    }

    @Override
    public CompletionStage<Long> remove(String table, List<String> members) {
        return ready().thenCompose(info -> writes.remove(table, members, info));
    }

    @Override
    public CompletionStage<Boolean> drop(String table) {
        return ready().thenCompose(info -> writes.drop(table, info));
    }

    @Override
    public CompletionStage<Void> retain(String table, Duration afterLastWrite) {
        return ready().thenCompose(info -> writes.retain(table, afterLastWrite));
    }

    @Override
    public CompletionStage<Page<String>> tables(String prefix, String after, int limit) {
        return ready().thenCompose(info -> list.page(prefix, after, limit, info));
    }

    @Override
    public CompletionStage<Void> flushAll() {
        return ready().thenCompose(info -> dropAllAfter("", info)).thenCompose(dropped -> unions.forgetAll());
    }

    /** Goes through the list step by step, so that no step holds up the server for long. */
    private CompletionStage<Void> dropAllAfter(String name, ServerInfo info) {
        return list.namesAfter(name).thenCompose(names -> {
            if (names.isEmpty()) {
                return CompletableFuture.completedFuture(null);
            }
            return server.runAll(names.stream()
                            .map(table -> writes.dropping(table, info))
                            .toList())
                    .thenCompose(answers -> {
                        answers.forEach(Server.Answer::value);
                        return list.sweep(names, info);
                    })
                    .thenCompose(live -> dropAllAfter(names.get(names.size() - 1), info));
        });
    }
}
