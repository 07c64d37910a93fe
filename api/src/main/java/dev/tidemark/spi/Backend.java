package dev.tidemark.spi;

import dev.tidemark.ranking.RankingStore;
import dev.tidemark.timeseries.TimeSeriesStore;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An open backend: both stores on one storage. */
public interface Backend extends AutoCloseable {

    TimeSeriesStore timeSeries();

    RankingStore rankings();

    /** Whether it can be used right now, and what there is to know about it. Never fails and answers within seconds. */
    CompletionStage<BackendStatus> status();

    /**
     * Whether it can ever serve again without a restart of the process. False once something that it cannot do without is
     * gone, such as a thread; a server that is away is no reason. Returns at once.
     */
    default boolean isAlive() {
        return true;
    }

    /**
     * Takes a consistent copy of everything, while reads and writes go on.
     *
     * @throws BackupNotPossibleException through the stage, if this backend has none, not as it is configured, or not while
     *     another one is being taken
     * @throws BackendFullException through the stage, if there is not enough room for it
     */
    default CompletionStage<Backup> backup() {
        return CompletableFuture.failedFuture(
                new BackupNotPossibleException("this backend takes no backups: use the backup tools of its server"));
    }

    /** Finishes what was acknowledged and lets go of everything. No call may follow. */
    @Override
    void close();
}
