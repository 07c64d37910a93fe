package dev.tidemark.redis.ranking;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.Names;
import dev.tidemark.Page;
import dev.tidemark.redis.client.Script;
import dev.tidemark.redis.client.ScriptCall;
import dev.tidemark.redis.client.Server;
import dev.tidemark.redis.client.ServerInfo;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The list of all tables. Tables that ran out of their retention are still on it; whoever comes across one takes it off.
 *
 * <pre>
 *   tidemark:tables     sorted set     game@2026-11-15 → 0, game@total → 0
 * </pre>
 */
final class TableList {

    private static final int STEP = 500;

    private final Server server;
    private final Script sweep = Script.of("tables-sweep.lua");

    TableList(Server server) {
        this.server = server;
    }

    CompletionStage<Void> add(String table) {
        return server.send(adding(table)).thenAccept(done -> {});
    }

    CompletionStage<Void> addAll(List<String> tables) {
        Request request = Request.cmd(Command.ZADD).arg(TableKeys.LIST);
        tables.forEach(table -> request.arg(0).arg(table.getBytes(UTF_8)));
        return server.send(request).thenAccept(done -> {});
    }

    CompletionStage<Page<String>> page(String prefix, String after, int limit, ServerInfo info) {
        byte[] from = Names.UTF8_ORDER.compare(after, prefix) >= 0 && !after.isEmpty()
                ? bound('(', after)
                : bound('[', prefix);
        return collect(new ArrayList<>(), from, end(prefix), limit, info);
    }

    private CompletionStage<Page<String>> collect(
            List<String> found, byte[] from, byte[] to, int limit, ServerInfo info) {
        int step = (int) Math.min(STEP, limit + 1L - found.size());
        return names(from, to, step)
                .thenCompose(names -> sweep(names, info).thenCompose(live -> {
                    found.addAll(live);
                    if (found.size() > limit) {
                        List<String> items = found.subList(0, limit);
                        return CompletableFuture.completedFuture(new Page<>(items, items.get(limit - 1)));
                    }
                    return names.size() < step
                            ? CompletableFuture.completedFuture(new Page<>(found, null))
                            : collect(found, bound('(', names.get(names.size() - 1)), to, limit, info);
                }));
    }

    /** The names that follow one, whether their tables are there or not; all of them from "" on. */
    CompletionStage<List<String>> namesAfter(String name) {
        return names(name.isEmpty() ? bound('[', "") : bound('(', name), end(""), STEP);
    }

    private CompletionStage<List<String>> names(byte[] from, byte[] to, int count) {
        return server.send(Request.cmd(Command.ZRANGE)
                        .arg(TableKeys.LIST)
                        .arg(from)
                        .arg(to)
                        .arg("BYLEX")
                        .arg("LIMIT")
                        .arg(0)
                        .arg(count))
                .thenApply(TableList::texts);
    }

    /** Takes the names of tables off the list that are gone, and answers the others. */
    CompletionStage<List<String>> sweep(List<String> names, ServerInfo info) {
        if (names.isEmpty()) {
            return CompletableFuture.completedFuture(names);
        }
        return info.cluster() ? sweepCluster(names) : sweepSingle(names);
    }

    private CompletionStage<List<String>> sweepSingle(List<String> names) {
        ScriptCall call = sweep.call().key(TableKeys.LIST);
        names.forEach(name -> call.key(new TableKeys(name).ranking()).arg(name));
        return server.run(call).thenApply(there -> {
            Response flags = Objects.requireNonNull(there);
            List<String> live = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                if (flags.get(i).toLong() == 1) {
                    live.add(names.get(i));
                }
            }
            return live;
        });
    }

    /** Looks again after it took names off: a table may have been made in between. */
    private CompletionStage<List<String>> sweepCluster(List<String> names) {
        return existing(names).thenCompose(live -> {
            List<String> dead = new ArrayList<>(names);
            dead.removeAll(live);
            if (dead.isEmpty()) {
                return CompletableFuture.completedFuture(live);
            }
            Request removal = Request.cmd(Command.ZREM).arg(TableKeys.LIST);
            dead.forEach(name -> removal.arg(name.getBytes(UTF_8)));
            return server.send(removal)
                    .thenCompose(removed -> existing(dead))
                    .thenCompose(back ->
                            server.sendAll(back.stream().map(TableList::adding).toList()))
                    .thenApply(added -> live);
        });
    }

    private CompletionStage<List<String>> existing(List<String> names) {
        return server.sendAll(names.stream()
                        .map(name -> Request.cmd(Command.EXISTS).arg(new TableKeys(name).ranking()))
                        .toList())
                .thenApply(counts -> {
                    List<String> existing = new ArrayList<>();
                    for (int i = 0; i < names.size(); i++) {
                        if (Objects.requireNonNull(counts.get(i)).toLong() == 1) {
                            existing.add(names.get(i));
                        }
                    }
                    return existing;
                });
    }

    private static Request adding(String table) {
        return Request.cmd(Command.ZADD).arg(TableKeys.LIST).arg(0).arg(table);
    }

    private static byte[] bound(char kind, String name) {
        return (kind + name).getBytes(UTF_8);
    }

    /** Behind everything that begins with the prefix: no UTF-8 has the byte 0xff. */
    private static byte[] end(String prefix) {
        byte[] start = bound('(', prefix);
        byte[] end = Arrays.copyOf(start, start.length + 1);
        end[start.length] = (byte) 0xff;
        return end;
    }

    private static List<String> texts(@Nullable Response response) {
        List<String> texts = new ArrayList<>();
        Objects.requireNonNull(response).forEach(text -> texts.add(text.toString()));
        return texts;
    }
}
