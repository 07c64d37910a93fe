package dev.tidemark.ranked;

import dev.tidemark.ranking.RankingStore;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendStatus;
import dev.tidemark.timeseries.TimeSeriesStore;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The open engine. It has nothing to close: it goes with the process. */
record RankedBackend(SeriesStore series, Tables tables) implements Backend {

    @Override
    public TimeSeriesStore timeSeries() {
        return series;
    }

    @Override
    public RankingStore rankings() {
        return tables;
    }

    @Override
    public CompletionStage<BackendStatus> status() {
        return CompletableFuture.completedFuture(new BackendStatus(
                true,
                null,
                Map.of("counts", "buckets", "samples", "blocks", "rankings", "ranked"),
                Map.of(
                        "persistence", "memory",
                        "series", Integer.toString(series.size()),
                        "tables", Integer.toString(tables.size()))));
    }

    @Override
    public void close() {}
}
