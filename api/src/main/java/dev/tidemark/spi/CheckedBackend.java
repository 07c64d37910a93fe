package dev.tidemark.spi;

import dev.tidemark.ranking.RankingStore;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.TimeSeriesStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A backend whose stores may trust their arguments, because they are checked here, once, for all of them. */
record CheckedBackend(Backend backend, TimeSeriesStore timeSeries, RankingStore rankings) implements Backend {

    static CheckedBackend of(Backend backend, List<Granularity> granularities) {
        return new CheckedBackend(
                backend,
                new CheckedTimeSeriesStore(backend.timeSeries(), granularities),
                new CheckedRankingStore(backend.rankings()));
    }

    @Override
    public CompletionStage<BackendStatus> status() {
        return backend.status();
    }

    @Override
    public boolean isAlive() {
        return backend.isAlive();
    }

    @Override
    public CompletionStage<Backup> backup() {
        return answer(backend::backup);
    }

    @Override
    public void close() {
        backend.close();
    }

    /** Turns whatever is thrown on the way to the answer into a failed answer. */
    static <T> CompletionStage<T> answer(Supplier<CompletionStage<T>> call) {
        try {
            return call.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
