package dev.tidemark.redis.client;

import dev.tidemark.TidemarkException;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One Redis, or a cluster of them. Every stage ends within the timeout, and fails only with Tidemark's own exceptions.
 *
 * <p>Several commands go out at once on one connection, without waiting for each other's answers: one round trip. They are
 * sent one by one and not as the client's batch, because a batch loses the answers of all if one fails, and cannot follow a
 * cluster's redirections.
 */
public final class Server {

    /** How many commands go out at once; well within what a connection lets wait for an answer. */
    private static final int PIPELINE = 1_000;

    /** Harmless, and so many that no node has the slots of all. */
    private static final List<Request> ACROSS_SLOTS = IntStream.range(0, 64)
            .mapToObj(i -> Request.cmd(Command.EXISTS).arg("tidemark:" + i))
            .toList();

    private final Redis redis;
    private final Duration timeout;
    private final Reachability reachability = new Reachability();
    private final AtomicReference<@Nullable ServerInfo> known = new AtomicReference<>();

    public Server(Redis redis, Duration timeout) {
        this.redis = redis;
        this.timeout = timeout;
    }

    /** What the server is, asked anew. */
    public CompletionStage<ServerInfo> askInfo() {
        return send(Request.cmd(Command.HELLO)).thenApply(hello -> {
            ServerInfo info = ServerInfo.of(hello);
            known.set(info);
            return info;
        });
    }

    /** What the server is, which is asked for once. */
    public CompletionStage<ServerInfo> info() {
        ServerInfo info = known.get();
        return info == null ? failingWith(askInfo(), Failures::notApplied) : CompletableFuture.completedFuture(info);
    }

    /** Fails if this is a cluster and the client one for a single server, which reaches only what one node has. */
    public CompletionStage<Void> requireAllSlots() {
        return info().thenCompose(
                        info -> info.cluster() ? sendAll(ACROSS_SLOTS) : CompletableFuture.completedFuture(List.of()))
                .thenAccept(reached -> {});
    }

    public CompletionStage<@Nullable Response> send(Request request) {
        return sendAll(List.of(request)).thenApply(answers -> answers.get(0));
    }

    /** Sends commands together and answers in their order; fails if one does. */
    public CompletionStage<List<@Nullable Response>> sendAll(List<Request> requests) {
        return inPipelines(requests, part -> exchange(part).thenApply(Server::values));
    }

    /** Runs a script. */
    public CompletionStage<@Nullable Response> run(ScriptCall call) {
        return runAll(List.of(call)).thenApply(answers -> answers.get(0).value());
    }

    /**
     * For a single call before which nothing of a write was sent: if there was no connection, or Redis rejected it as a whole,
     * nothing was applied, and it says so.
     */
    public static <T extends @Nullable Object> CompletionStage<T> first(CompletionStage<T> stage) {
        return failingWith(stage, Failures::first);
    }

    private static <T extends @Nullable Object> CompletionStage<T> failingWith(
            CompletionStage<T> stage, UnaryOperator<Throwable> failure) {
        return stage.handle((answer, failed) ->
                        failed == null ? stage : CompletableFuture.<T>failedFuture(failure.apply(failed)))
                .thenCompose(Function.identity());
    }

    /**
     * Runs scripts together, each on its own: one that fails does not stop the others. A server that does not know a script,
     * because it is new or was started again, has done nothing; it is told the script and asked again.
     */
    public CompletionStage<List<Answer>> runAll(List<ScriptCall> calls) {
        return inPipelines(
                calls,
                part -> exchange(part.stream().map(ScriptCall::bySha1).toList())
                        .thenCompose(answers -> tellUnknownScripts(part, answers)));
    }

    private CompletionStage<List<Answer>> tellUnknownScripts(List<ScriptCall> calls, List<Answer> answers) {
        List<Integer> unknown = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            if (Failures.isUnknownScript(answers.get(i).cause())) {
                unknown.add(i);
            }
        }
        if (unknown.isEmpty()) {
            return CompletableFuture.completedFuture(answers);
        }
        return exchange(unknown.stream().map(i -> calls.get(i).bySource()).toList())
                .thenApply(again -> {
                    List<Answer> all = new ArrayList<>(answers);
                    for (int i = 0; i < again.size(); i++) {
                        all.set(unknown.get(i), again.get(i));
                    }
                    return all;
                });
    }

    private static <C, A> CompletionStage<List<A>> inPipelines(
            List<C> commands, Function<List<C>, CompletionStage<List<A>>> exchange) {
        if (commands.size() <= PIPELINE) {
            return commands.isEmpty() ? CompletableFuture.completedFuture(List.of()) : exchange.apply(commands);
        }
        return exchange.apply(commands.subList(0, PIPELINE))
                .thenCompose(first -> inPipelines(commands.subList(PIPELINE, commands.size()), exchange)
                        .thenApply(rest -> {
                            List<A> all = new ArrayList<>(first);
                            all.addAll(rest);
                            return all;
                        }));
    }

    private static List<@Nullable Response> values(List<Answer> answers) {
        List<@Nullable Response> values = new ArrayList<>(answers.size());
        answers.forEach(answer -> values.add(answer.value()));
        return values;
    }

    /** One round trip. Fails as a whole only if there was no connection, or no answer in time. */
    private CompletionStage<List<Answer>> exchange(List<Request> requests) {
        CompletableFuture<List<Answer>> result = new CompletableFuture<>();
        redis.connect().onComplete(connected -> {
            if (connected.failed()) {
                result.completeExceptionally(new NotSent(connected.cause()));
            } else if (result.isDone()) {
                // Nobody waits any more; what would be written now was answered as not written, perhaps.
                connected.result().close();
            } else {
                exchange(connected.result(), requests, result);
            }
        });
        return result.orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS).handle((answers, failure) -> {
            if (failure != null) {
                TidemarkException translated = Failures.translate(failure, timeout);
                reachability.failed(translated);
                throw translated;
            }
            reachability.answered(answers);
            return answers;
        });
    }

    private void exchange(RedisConnection connection, List<Request> requests, CompletableFuture<List<Answer>> result) {
        List<Future<Response>> sent = new ArrayList<>(requests.size());
        for (Request request : requests) {
            sent.add(connection.send(request));
        }
        AtomicBoolean ended = new AtomicBoolean();
        CompletableFuture<List<Answer>> unused = result.whenComplete((answers, timeUp) -> {
            if (timeUp != null && ended.compareAndSet(false, true)) {
                giveUp(connection);
            }
        });
        Future.join(sent).onComplete(done -> {
            List<Answer> answers = new ArrayList<>(sent.size());
            sent.forEach(answer -> answers.add(new Answer(answer.result(), answer.cause(), timeout)));
            if (ended.compareAndSet(false, true)) {
                // Before the answer: whoever goes on with it finds this connection free.
                connection.close();
                result.complete(answers);
            }
        });
    }

    /**
     * Closes a connection that does not answer: its other end may be gone for good, and the next one who uses it would wait in
     * vain too. Given back to the pool it would stay open, unless it has had to do with subscriptions.
     */
    private static void giveUp(RedisConnection connection) {
        connection.send(Request.cmd(Command.UNSUBSCRIBE)).onComplete(done -> connection.close());
    }

    /** What one command of several came to. */
    public record Answer(
            @Nullable Response response, @Nullable Throwable cause, Duration timeout) {

        /** What Redis answered; throws if it refused, or if the connection broke. */
        public @Nullable Response value() {
            TidemarkException failure = failure();
            if (failure != null) {
                throw failure;
            }
            return response;
        }

        @Nullable
        TidemarkException failure() {
            return cause == null ? null : Failures.translate(cause, timeout);
        }
    }
}
