package dev.tidemark.redis.series;

import dev.tidemark.redis.client.Server;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Precision;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** How each kind of event is kept, by the settings. */
record Layouts(
        List<Granularity> granularities,
        CountLayout counts,
        VisitLayout exactVisits,
        VisitLayout approximateVisits,
        Samples samples,
        Function<String, Precision> precision,
        Map<String, String> names) {

    /** What {@code tidemark.redis.count-layout} may be. */
    private enum Counts {
        HASH,
        STRING
    }

    static Layouts of(BackendContext context, Server server) {
        BackendConfig config = context.config();
        List<Granularity> granularities = context.granularities();
        Counts counts = config.choice("count-layout", Counts.HASH);
        return new Layouts(
                granularities,
                switch (counts) {
                    case HASH -> new HashCounts(server, granularities);
                    case STRING -> new StringCounts(server, granularities);
                },
                new SortedSetVisits(server, granularities),
                new HyperLogLogVisits(server, granularities),
                new Samples(server, config.sampleRetention().orElse(null)),
                config::precision,
                Map.of(
                        "counts", counts.name().toLowerCase(Locale.ROOT),
                        "visits.exact", "sorted-set",
                        "visits.approximate", "hyperloglog",
                        "samples", "hash"));
    }

    VisitLayout visits(String series) {
        return switch (precision.apply(series)) {
            case EXACT -> exactVisits;
            case APPROXIMATE -> approximateVisits;
        };
    }

    List<KeyClass> types() {
        return Stream.of(counts.types(), exactVisits.types(), approximateVisits.types(), List.of(samples.type()))
                .flatMap(List::stream)
                .toList();
    }
}
