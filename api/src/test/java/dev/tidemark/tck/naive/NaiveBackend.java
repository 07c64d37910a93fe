package dev.tidemark.tck.naive;

import dev.tidemark.ranking.RankingStore;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.BackendProvider;
import dev.tidemark.spi.BackendStatus;
import dev.tidemark.spi.Backends;
import dev.tidemark.tck.InProcessTck;
import dev.tidemark.tck.Providers;
import dev.tidemark.tck.TckBackend;
import dev.tidemark.timeseries.TimeSeriesStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Both naive stores. */
public record NaiveBackend(TimeSeriesStore timeSeries, RankingStore rankings) implements Backend {

    @Override
    public CompletionStage<BackendStatus> status() {
        return CompletableFuture.completedFuture(new BackendStatus(true, null, Map.of(), Map.of()));
    }

    @Override
    public void close() {}

    static TckBackend tck() {
        return new InProcessTck(Backends.find(new Providers(List.of(Provider.class))), "naive");
    }

    /** The way into it; {@link Providers} puts it where a service loader looks. */
    public static final class Provider implements BackendProvider {

        @Override
        public String name() {
            return "naive";
        }

        @Override
        public Backend open(BackendContext context) {
            return new NaiveBackend(
                    new NaiveTimeSeries(context.granularities(), context.config(), context.clock()),
                    new NaiveRankings(context.clock()));
        }
    }
}
