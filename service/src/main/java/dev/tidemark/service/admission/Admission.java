package dev.tidemark.service.admission;

import dev.tidemark.service.config.Settings;
import dev.tidemark.service.problem.ProblemResponses;
import io.netty.channel.Channel;
import io.vertx.core.Context;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.Http1xServerConnection;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;

/**
 * Has requests wait for clients to read the responses before, and turns away those above {@code tidemark.limits.in-flight}, and those
 * whose body is too large by its own telling, before anything of them is read. {@link BodyFilter} has the rest to say about
 * bodies.
 *
 * <p>Probes of health and metrics are always let in, because they matter most when everything else is turned away.
 */
@Singleton
class Admission {

    /** Of the handlers with the same order, the first to be registered is the first to be called. */
    private static final int BEFORE_OTHER_OBSERVERS = 1;

    private static final int FIRST = Integer.MIN_VALUE;

    private final Load load;
    private final UnreadStreams unread;
    private final Duration patience;
    private final long bodyLimit;
    private final ProblemResponses problems;

    Admission(Load load, Settings settings, ProblemResponses problems) {
        this.load = load;
        this.patience = settings.bodyTime();
        this.unread = new UnreadStreams(patience);
        this.bodyLimit = settings.limits().body().asLongValue();
        this.problems = problems;
    }

    void register(@Observes @Priority(BEFORE_OTHER_OBSERVERS) Router router) {
        router.route().order(FIRST).handler(this::admit);
    }

    private void admit(RoutingContext context) {
        // First of all: a request whose client leaves while it waits is measured, too.
        RouteLabel.hidePath(context.request());
        if (context.request().connection() instanceof Http1xServerConnection connection) {
            RequestGate.install(connection.channel(), true, isLast(context.request()), patience);
            check(context);
        } else {
            unread.await(context, () -> check(context));
        }
    }

    /** Whether a client of HTTP/1 says that it sends no further request. */
    private static boolean isLast(HttpServerRequest request) {
        return request.version() == HttpVersion.HTTP_1_0
                ? !request.headers().contains(HttpHeaders.CONNECTION, HttpHeaders.KEEP_ALIVE, true)
                : request.headers().contains(HttpHeaders.CONNECTION, HttpHeaders.CLOSE, true);
    }

    /** Lets a connection in, if there is room for it, and accounts for what its client does not read. */
    void watch(Channel connection) {
        if (!load.connections().tryTake(1)) {
            load.tooManyConnections();
            connection.pipeline().addFirst(new SuperfluousConnection());
            return;
        }
        connection.closeFuture().addListener(closed -> load.connections().giveBack(1));
        connection.pipeline().addFirst(new UnreadConnection(load.unreadBytes(), patience));
    }

    private void check(RoutingContext context) {
        HttpServerRequest request = context.request();
        long length = BodyHeaders.length(request);
        RequestEnd end = RequestEnd.begin(context);
        if (BodyHeaders.allowBody(request)) {
            Context eventLoop = context.vertx().getOrCreateContext();
            context.addEndHandler(answered -> drain(context, eventLoop));
        }
        if (isProbe(request.path())) {
            context.next();
        } else if (!load.requests().tryTake(1)) {
            refuse(context, load.tooManyRequests());
        } else {
            end.addHandler(() -> load.requests().giveBack(1));
            if (length > bodyLimit) {
                refuse(context, Refusal.tooLarge(bodyLimit));
            } else {
                context.next();
            }
        }
    }

    private static boolean isProbe(String path) {
        return path != null && (path.startsWith("/q/health") || path.startsWith("/q/metrics"));
    }

    private static void drain(RoutingContext context, Context eventLoop) {
        HttpServerResponse response = context.response();
        boolean close = response.headers().contains(HttpHeaders.CONNECTION, HttpHeaders.CLOSE, true);
        if (!response.closed() && (close || !context.request().isEnded())) {
            Drain.start(context.request(), context.vertx(), eventLoop, close);
        }
    }

    private void refuse(RoutingContext context, Refusal refusal) {
        refusal.addHeaders(context.response());
        problems.reject(context, refusal.problem());
    }
}
