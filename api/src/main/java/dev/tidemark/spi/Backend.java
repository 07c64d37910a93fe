package dev.tidemark.spi;

import dev.tidemark.ranking.RankingStore;
import dev.tidemark.timeseries.TimeSeriesStore;
import java.util.concurrent.CompletionStage;

/** An open backend: both stores on one storage. */
public interface Backend extends AutoCloseable {

    TimeSeriesStore timeSeries();

    RankingStore rankings();

    /** Whether it can be used right now, and what there is to know about it. Never fails and answers within seconds. */
    CompletionStage<BackendStatus> status();

    /** Finishes what was acknowledged and lets go of everything. No call may follow. */
    @Override
    void close();
}
