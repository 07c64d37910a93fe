package dev.tidemark.service;

import dev.tidemark.ranking.RankingStore;
import dev.tidemark.spi.Applied;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.BackendFullException;
import dev.tidemark.spi.BackendProvider;
import dev.tidemark.spi.BackendStatus;
import dev.tidemark.spi.BackendUnavailableException;
import dev.tidemark.timeseries.TimeSeriesStore;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** A backend whose server is away: every call fails, and is counted. A table's or series' name may ask for another failure. */
public final class AwayProvider implements BackendProvider {

    static final AtomicInteger CALLS = new AtomicInteger();

    /** The name for a call of which nothing was sent to the server. */
    static final String UNSENT = "unsent";

    /** The name for a call that the backend has no memory for. */
    static final String FULL = "full";

    /** The name for a call that fails as nobody expected. */
    static final String BROKEN = "broken";

    /** The name for a call that succeeds. */
    static final String FINE = "fine";

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
        return store.cast(
                Proxy.newProxyInstance(store.getClassLoader(), new Class<?>[] {store}, (proxy, method, arguments) -> {
                    CALLS.incrementAndGet();
                    String call = Arrays.deepToString(arguments);
                    return call.contains(FINE)
                            ? CompletableFuture.completedFuture(null)
                            : CompletableFuture.failedFuture(failure(call));
                }));
    }

    private static RuntimeException failure(String call) {
        if (call.contains(FULL)) {
            return new BackendFullException("no memory is left");
        } else if (call.contains(BROKEN)) {
            return new IllegalStateException("a fault");
        }
        return new BackendUnavailableException(
                "the server does not answer",
                Duration.ofSeconds(7),
                call.contains(UNSENT) ? Applied.NO : Applied.UNKNOWN,
                null);
    }
}
