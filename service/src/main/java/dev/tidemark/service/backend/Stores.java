package dev.tidemark.service.backend;

import dev.tidemark.ranking.Boards;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.service.config.Settings;
import dev.tidemark.service.metrics.MeteredRankingStore;
import dev.tidemark.service.metrics.MeteredTimeSeriesStore;
import dev.tidemark.service.metrics.StoreMetrics;
import dev.tidemark.timeseries.Limiter;
import dev.tidemark.timeseries.TimeSeriesStore;
import io.quarkus.arc.DefaultBean;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.InstantSource;

/**
 * What the REST calls work with: the stores of the active backends, and what stands on top of them. The stores are looked up when
 * they are first called, because there are none while the backends are being opened.
 */
@Singleton
class Stores {

    @Produces
    @Singleton
    @DefaultBean
    InstantSource clock() {
        return InstantSource.system();
    }

    @Produces
    @ApplicationScoped
    TimeSeriesStore timeSeries(ActiveBackends backends, StoreMetrics metrics) {
        return new MeteredTimeSeriesStore(backends.timeSeries().timeSeries(), metrics);
    }

    @Produces
    @ApplicationScoped
    RankingStore rankings(ActiveBackends backends, StoreMetrics metrics) {
        return new MeteredRankingStore(backends.rankings().rankings(), metrics);
    }

    @Produces
    @Singleton
    Boards boards(RankingStore rankings, Settings settings, InstantSource clock) {
        return new Boards(rankings, settings.boardsZone(), clock);
    }

    @Produces
    @Singleton
    Limiter limiter(TimeSeriesStore timeSeries, InstantSource clock) {
        return new Limiter(timeSeries, clock);
    }
}
