package dev.tidemark.redis.ranking;

import dev.tidemark.redis.client.Server;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The list of the unions that are kept, so that they can be forgotten. */
final class UnionList {

    private final Server server;

    UnionList(Server server) {
        this.server = server;
    }

    /** Notes a union on a cluster, where no script can do it. A single server's scripts do so themselves. */
    CompletionStage<Void> add(UnionKeys keys, long until, long now) {
        Request prune = Request.cmd(Command.ZREMRANGEBYSCORE)
                .arg(UnionKeys.LIST)
                .arg("-inf")
                .arg(now);
        Request add = Request.cmd(Command.ZADD).arg(UnionKeys.LIST).arg(until).arg(keys.name());
        return server.sendAll(List.of(prune, add)).thenAccept(done -> {});
    }

    CompletionStage<Void> forgetAll() {
        return server.send(
                        Request.cmd(Command.ZRANGE).arg(UnionKeys.LIST).arg(0).arg(-1))
                .thenCompose(names -> {
                    List<Request> requests = new ArrayList<>();
                    Objects.requireNonNull(names).forEach(name -> {
                        UnionKeys keys = new UnionKeys(name.toString());
                        requests.add(
                                Request.cmd(Command.UNLINK).arg(keys.result()).arg(keys.made()));
                        requests.add(
                                Request.cmd(Command.ZREM).arg(UnionKeys.LIST).arg(keys.name()));
                    });
                    return requests.isEmpty() ? CompletableFuture.completedFuture(List.of()) : server.sendAll(requests);
                })
                .thenAccept(done -> {});
    }
}
