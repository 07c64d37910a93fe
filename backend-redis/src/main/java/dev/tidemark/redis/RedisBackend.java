package dev.tidemark.redis;

import dev.tidemark.TidemarkException;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.redis.client.Server;
import dev.tidemark.redis.ranking.RedisRankings;
import dev.tidemark.redis.series.RedisTimeSeries;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.BackendStatus;
import dev.tidemark.spi.BackendUnavailableException;
import dev.tidemark.timeseries.TimeSeriesStore;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Both stores on one Redis. The client is not ours, so there is nothing to close. */
final class RedisBackend implements Backend {

    private final Server server;
    private final RedisTimeSeries timeSeries;
    private final RedisRankings rankings;

    private RedisBackend(Server server, RedisTimeSeries timeSeries, RedisRankings rankings) {
        this.server = server;
        this.timeSeries = timeSeries;
        this.rankings = rankings;
    }

    static RedisBackend open(BackendContext context, Server server) {
        RedisRankings rankings = RedisRankings.open(context.config(), server);
        RedisTimeSeries timeSeries = RedisTimeSeries.open(context, server);
        RedisBackend backend = new RedisBackend(server, timeSeries, rankings);
        backend.refuseWhatTheServerCannotDo();
        return backend;
    }

    /** A server that is away now may turn out to be one that cannot do it later; then each call says so. */
    private void refuseWhatTheServerCannotDo() {
        try {
            server.askInfo()
                    .thenAccept(rankings::requireAbleTo)
                    .thenCompose(able -> server.requireAllSlots())
                    .toCompletableFuture()
                    .join();
        } catch (CompletionException e) {
            if (!(e.getCause() instanceof BackendUnavailableException)
                    && e.getCause() instanceof TidemarkException refused) {
                throw refused;
            }
        }
    }

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
        Map<String, String> layouts = new HashMap<>(timeSeries.layouts());
        layouts.put("rankings", rankings.layout());
        return server.askInfo().handle((info, failure) -> {
            if (failure != null) {
                Throwable cause = failure instanceof CompletionException && failure.getCause() != null
                        ? failure.getCause()
                        : failure;
                return new BackendStatus(false, null, layouts, Map.of("reason", String.valueOf(cause.getMessage())));
            }
            return new BackendStatus(
                    true, info.version(), layouts, Map.of("mode", info.cluster() ? "cluster" : "standalone"));
        });
    }

    @Override
    public void close() {}
}
