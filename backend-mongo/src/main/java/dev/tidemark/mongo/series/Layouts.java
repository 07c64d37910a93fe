package dev.tidemark.mongo.series;

import dev.tidemark.mongo.client.Database;
import dev.tidemark.mongo.client.Kept;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Precision;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** How each kind of event is kept, by the settings. */
record Layouts(
        List<Granularity> granularities,
        Counts counts,
        VisitLayout exactVisits,
        VisitLayout approximateVisits,
        SampleLayout samples,
        Function<String, Precision> precisions) {

    /** What {@code tidemark.mongo.sample-layout} may be. */
    private enum Samples {
        MINUTE,
        POINT,
        SIZE,
        NATIVE
    }

    static Layouts of(BackendContext context, Database database) {
        BackendConfig config = context.config();
        Duration retention = config.sampleRetention().orElse(null);
        return new Layouts(
                context.granularities(),
                new Counts(database, context.granularities()),
                new ExactVisits(database, context.granularities()),
                new ApproximateVisits(database, context.granularities()),
                switch (config.choice("sample-layout", Samples.MINUTE)) {
                    case MINUTE -> new MinuteSamples(database, retention);
                    case POINT -> new PointSamples(database, retention);
                    case SIZE -> new SizeSamples(database, retention);
                    case NATIVE -> new NativeSamples(database, retention);
                },
                config::precision);
    }

    Precision precision(String series) {
        return precisions.apply(series);
    }

    VisitLayout visits(Precision precision) {
        return switch (precision) {
            case EXACT -> exactVisits;
            case APPROXIMATE -> approximateVisits;
        };
    }

    List<Kept> kept() {
        return List.of(counts.kept(), exactVisits.kept(), approximateVisits.kept(), samples.kept(), SeriesList.kept());
    }

    Map<String, String> names() {
        return Map.of(
                "counts", "document a group",
                "visits.exact", "document a visitor",
                "visits.approximate", "registers",
                "samples", samples.written());
    }
}
