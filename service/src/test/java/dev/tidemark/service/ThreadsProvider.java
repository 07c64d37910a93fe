package dev.tidemark.service;

import dev.tidemark.ranking.RankingStore;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.BackendProvider;
import dev.tidemark.spi.BackendStatus;
import dev.tidemark.spi.Backends;
import dev.tidemark.timeseries.TimeSeriesStore;
import io.vertx.core.Context;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletionStage;

/** Stores like the embedded engine, and tells whether it was last called on an event loop. */
public final class ThreadsProvider implements BackendProvider {

    static volatile boolean onEventLoop;

    @Override
    public String name() {
        return "threads";
    }

    @Override
    public Backend open(BackendContext context) {
        Backend ranked =
                Backends.find(Thread.currentThread().getContextClassLoader()).open("ranked", context);
        TimeSeriesStore timeSeries = watched(TimeSeriesStore.class, ranked.timeSeries());
        RankingStore rankings = watched(RankingStore.class, ranked.rankings());
        return new Backend() {
            @Override
            public TimeSeriesStore timeSeries() {
                return timeSeries;
            }

            @Override
            public RankingStore rankings() {
                return rankings;
            }

            @Override
            public CompletionStage<BackendStatus> status() {
                return ranked.status();
            }

            @Override
            public void close() {
                ranked.close();
            }
        };
    }

    private static <T> T watched(Class<T> type, T store) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    onEventLoop = Context.isOnEventLoopThread();
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause() == null ? e : e.getCause();
                    }
                }));
    }
}
