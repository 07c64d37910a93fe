package dev.tidemark.mongo;

import dev.tidemark.mongo.client.Database;
import dev.tidemark.mongo.client.Failures;
import dev.tidemark.mongo.ranking.MongoRankings;
import dev.tidemark.mongo.series.MongoTimeSeries;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.BackendStatus;
import dev.tidemark.timeseries.TimeSeriesStore;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.bson.Document;

/** Both stores in one database. The client is not ours, so there is nothing to close. */
final class MongoBackend implements Backend {

    private final Database database;
    private final MongoTimeSeries timeSeries;
    private final MongoRankings rankings;

    private MongoBackend(Database database, MongoTimeSeries timeSeries, MongoRankings rankings) {
        this.database = database;
        this.timeSeries = timeSeries;
        this.rankings = rankings;
    }

    static MongoBackend open(BackendContext context, Database database) {
        return new MongoBackend(
                database, MongoTimeSeries.open(context, database), MongoRankings.open(context.config(), database));
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
        layouts.put("rankings", "document");
        return database.ask(() -> database.command(new Document("buildInfo", 1)))
                .handle((info, failure) -> {
                    if (failure != null || info == null) {
                        String reason = failure == null
                                ? "no answer"
                                : String.valueOf(Failures.cause(failure).getMessage());
                        return new BackendStatus(false, null, layouts, Map.of("reason", reason));
                    }
                    return new BackendStatus(true, info.getString("version"), layouts, Map.of());
                });
    }

    @Override
    public void close() {}
}
