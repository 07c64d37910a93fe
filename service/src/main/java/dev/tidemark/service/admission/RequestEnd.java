package dev.tidemark.service.admission;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.impl.HttpServerRequestInternal;
import io.vertx.ext.web.RoutingContext;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;

/**
 * The end of a request: its response is complete or its client has left, and its work is over. What it holds, its place among
 * the requests at once and its memory, is given back then. Not earlier: the work of a client that has left goes on, and takes up
 * as much memory as before. Work comes to its end, because each stage of a store does, within the backend's timeout.
 *
 * <p>That takes {@code @Cancellable(false)} at each resource: otherwise the framework cancels the stage that a method returned when
 * the client leaves, which ends nothing but the waiting for it.
 */
final class RequestEnd {

    private static final String KEY = RequestEnd.class.getName();

    private final List<Runnable> handlers = new ArrayList<>(3);
    private int awaited;

    RequestEnd() {}

    /** Begins to wait for the response of a request. */
    static RequestEnd begin(RoutingContext context) {
        RequestEnd end = new RequestEnd();
        ((HttpServerRequestInternal) context.request()).context().putLocal(KEY, end);
        Runnable answered = end.await();
        context.addEndHandler(response -> answered.run());
        return end;
    }

    static RequestEnd of(RoutingContext context) {
        return of(((HttpServerRequestInternal) context.request()).context());
    }

    /** The end of the request that this thread works for; a worker does so, too, if an event loop has told it to. */
    static RequestEnd current() {
        return of(Vertx.currentContext());
    }

    private static RequestEnd of(Context context) {
        return Objects.requireNonNull(context.getLocal(KEY));
    }

    /**
     * Begins to wait for the work of a request, too: for what the resource's method returns, and for its answer to be written,
     * even where there is nobody to read it.
     */
    static void awaitWork(ResteasyReactiveRequestContext context) {
        Runnable done = of(context.unwrap(RoutingContext.class)).await();
        context.registerCompletionCallback(failure -> {
            forget(context);
            done.run();
        });
    }

    /** A response that waits for its client holds the context, and so the body and the result, which has been written. */
    private static void forget(ResteasyReactiveRequestContext context) {
        Arrays.fill(context.getParameters(), null);
        context.setInputStream(InputStream.nullInputStream());
        context.setResult(null);
        context.setResponse(null);
        // The framework's has the stage, whose value is the result.
        context.unwrap(HttpServerResponse.class).closeHandler(null);
    }

    /** Waits for one thing more; returns what to call when it is over, where further calls do nothing. */
    synchronized Runnable await() {
        awaited++;
        AtomicBoolean over = new AtomicBoolean();
        return () -> {
            if (over.compareAndSet(false, true)) {
                oneIsOver();
            }
        };
    }

    /** Calls {@code handler} at the end, or now if it has come already. */
    void addHandler(Runnable handler) {
        synchronized (this) {
            if (awaited > 0) {
                handlers.add(handler);
                return;
            }
        }
        handler.run();
    }

    private void oneIsOver() {
        List<Runnable> ended;
        synchronized (this) {
            if (--awaited > 0) {
                return;
            }
            ended = List.copyOf(handlers);
            handlers.clear();
        }
        ended.forEach(Runnable::run);
    }
}
