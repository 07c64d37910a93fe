package dev.tidemark.service;

import dev.tidemark.ranking.RankingStore;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.BackendProvider;
import dev.tidemark.spi.BackendStatus;
import dev.tidemark.spi.Backends;
import dev.tidemark.spi.Backup;
import dev.tidemark.timeseries.TimeSeriesStore;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;

/** Stores like the embedded engine; its backups fail as a test wants. */
public final class NoRoomProvider implements BackendProvider {

    static final AtomicReference<RuntimeException> FAILURE = new AtomicReference<>();

    @Override
    public String name() {
        return "no-room";
    }

    @Override
    public Backend open(BackendContext context) {
        Backend ranked =
                Backends.find(Thread.currentThread().getContextClassLoader()).open("ranked", context);
        return new Backend() {
            @Override
            public TimeSeriesStore timeSeries() {
                return ranked.timeSeries();
            }

            @Override
            public RankingStore rankings() {
                return ranked.rankings();
            }

            @Override
            public CompletionStage<BackendStatus> status() {
                return ranked.status();
            }

            @Override
            public CompletionStage<Backup> backup() {
                return CompletableFuture.failedFuture(FAILURE.get());
            }

            @Override
            public void close() {
                ranked.close();
            }
        };
    }
}
