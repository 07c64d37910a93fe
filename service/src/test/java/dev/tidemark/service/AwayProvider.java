package dev.tidemark.service;

import dev.tidemark.ranking.RankingStore;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.BackendProvider;
import dev.tidemark.spi.BackendStatus;
import dev.tidemark.spi.BackendUnavailableException;
import dev.tidemark.timeseries.TimeSeriesStore;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** A backend whose server is away: every call fails, and is counted. */
public final class AwayProvider implements BackendProvider {

    static final AtomicInteger CALLS = new AtomicInteger();

    @Override
    public String name() {
        return "away";
    }

    @Override
    public Backend open(BackendContext context) {
        return new Backend() {
            @Override
            public TimeSeriesStore timeSeries() {
                return failing(TimeSeriesStore.class);
            }

            @Override
            public RankingStore rankings() {
                return failing(RankingStore.class);
            }

            @Override
            public CompletionStage<BackendStatus> status() {
                return CompletableFuture.completedFuture(
                        new BackendStatus(false, null, Map.of(), Map.of("reason", "no answer")));
            }

            @Override
            public void close() {}
        };
    }

    private static <T> T failing(Class<T> store) {
        return store.cast(Proxy.newProxyInstance(
                store.getClassLoader(), new Class<?>[] {store}, (proxy, method, arguments) -> {
                    CALLS.incrementAndGet();
                    return CompletableFuture.failedFuture(
                            new BackendUnavailableException("the server does not answer", Duration.ofSeconds(7), null));
                }));
    }
}
