package dev.tidemark.ranked;

import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.spi.Backend;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Point;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.SeriesInfo;
import dev.tidemark.timeseries.TimeRange;
import dev.tidemark.timeseries.TimeSeriesStore;
import dev.tidemark.timeseries.Uniques;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/** Everything that can be seen of a backend, so that two moments can be compared. */
record Picture(Map<String, RankPage> tables, Map<String, SeriesPicture> series) {

    record SeriesPicture(
            Set<Event.Kind> kinds, List<List<Point>> counts, List<Uniques> uniques, List<Sample> samples) {}

    /** Looks at all tables, and at the buckets of all series from {@code around} on and before. */
    static Picture of(Backend backend, Instant around) {
        Map<String, RankPage> tables = new TreeMap<>();
        RankingStore rankings = backend.rankings();
        for (String table : get(rankings.tables("", "", 100_000)).items()) {
            tables.put(table, get(rankings.range(table, Order.ASC, 0, Integer.MAX_VALUE)));
        }
        Map<String, SeriesPicture> series = new TreeMap<>();
        TimeSeriesStore store = backend.timeSeries();
        for (SeriesInfo info : get(store.series("", "", 100_000)).items()) {
            series.put(
                    info.name(),
                    new SeriesPicture(
                            info.kinds(),
                            Granularity.DEFAULTS.stream()
                                    .map(each -> notEmpty(get(store.counts(info.name(), each, range(each, around)))))
                                    .toList(),
                            Granularity.DEFAULTS.stream()
                                    .map(each -> notEmpty(get(store.uniques(info.name(), each, range(each, around)))))
                                    .toList(),
                            get(store.samples(
                                    info.name(),
                                    new TimeRange(
                                            around.minus(Duration.ofDays(100)), around.plus(Duration.ofDays(100))),
                                    Integer.MAX_VALUE))));
        }
        return new Picture(tables, series);
    }

    private static TimeRange range(Granularity granularity, Instant around) {
        Duration reach = granularity.duration().multipliedBy(100);
        return new TimeRange(around.minus(reach), around.plus(reach));
    }

    private static List<Point> notEmpty(List<Point> points) {
        return points.stream().filter(point -> point.value() != 0).toList();
    }

    private static Uniques notEmpty(Uniques uniques) {
        return new Uniques(notEmpty(uniques.points()), uniques.distinct(), uniques.precision());
    }

    static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
