package dev.tidemark.service.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import dev.tidemark.Page;
import dev.tidemark.ranking.DayStat;
import dev.tidemark.ranking.Lookup;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.Score;
import dev.tidemark.spi.BackendStatus;
import dev.tidemark.spi.Backup;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Limiter;
import dev.tidemark.timeseries.Point;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.SeriesInfo;
import dev.tidemark.timeseries.Summary;
import dev.tidemark.timeseries.Uniques;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** What the calls answer, as JSON shows it. */
final class Views {

    private Views() {}

    record Accepted(int accepted) {}

    record BackupView(
            @Schema(examples = "/srv/tidemark/data-backups/2026-11-18T06-15-02Z-0000000000000004711")
            String folder,

            @Schema(description = "The size of the folder") long bytes,

            @Schema(description = "The last change that is in it")
            long sequence) {
        static BackupView of(Backup backup) {
            return new BackupView(backup.folder(), backup.bytes(), backup.sequence());
        }
    }

    @JsonSerialize(using = PointFields.class)
    record PointView(
            @Schema(implementation = Double.class, examples = "1794744000")
            Instant timestamp,

            long value) {
        static List<PointView> of(List<Point> points) {
            return points.stream()
                    .map(point -> new PointView(point.at(), point.value()))
                    .toList();
        }
    }

    record Counts(String series, String granularity, List<PointView> points) {}

    record UniquesView(String series, String granularity, List<PointView> points, long distinct, String precision) {
        static UniquesView of(String series, Granularity granularity, Uniques uniques) {
            return new UniquesView(
                    series,
                    granularity.name(),
                    PointView.of(uniques.points()),
                    uniques.distinct(),
                    uniques.precision().name().toLowerCase(Locale.ROOT));
        }
    }

    record SampleView(
            @Schema(implementation = Double.class, examples = "1794744000")
            Instant timestamp,

            double value) {}

    record SummaryView(
            @Schema(implementation = Double.class, examples = "1794744000")
            Instant timestamp,

            long count,
            double min,
            double max,
            double sum,
            double mean,
            double first,
            double last) {
        static SummaryView of(Summary summary) {
            return new SummaryView(
                    summary.at(),
                    summary.count(),
                    summary.min(),
                    summary.max(),
                    summary.sum(),
                    summary.mean(),
                    summary.first(),
                    summary.last());
        }
    }

    /** Either the samples, with the time to go on from if there are more, or their summaries. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Samples(
            String series,
            @Nullable String granularity,
            @Nullable List<SampleView> samples,
            @Nullable List<SummaryView> summaries,

            @Schema(implementation = Double.class, description = "Where to go on") @Nullable
            Instant next) {

        /** A page of at most {@code limit}; the sample behind it, if there is one, is where the next begins. */
        static Samples page(String series, List<Sample> found, int limit) {
            List<SampleView> samples = found.stream()
                    .limit(limit)
                    .map(sample -> new SampleView(sample.at(), sample.value()))
                    .toList();
            Instant next = found.size() > limit ? found.get(limit).at() : null;
            return new Samples(series, null, samples, null, next);
        }

        static Samples summed(String series, Granularity granularity, List<Summary> summaries) {
            return new Samples(
                    series,
                    granularity.name(),
                    null,
                    summaries.stream().map(SummaryView::of).toList(),
                    null);
        }
    }

    record LimitAnswer(
            boolean allowed,
            long count,
            long limit,
            long remaining,

            @Schema(implementation = Double.class, examples = "1794744000")
            Instant resetsAt) {
        static LimitAnswer of(Limiter.Answer answer) {
            return new LimitAnswer(
                    answer.allowed(), answer.count(), answer.limit(), answer.remaining(), answer.resetsAt());
        }
    }

    record SeriesView(String name, List<String> kinds) {
        static SeriesView of(SeriesInfo info) {
            return new SeriesView(
                    info.name(),
                    info.kinds().stream()
                            .sorted()
                            .map(kind -> kind.name().toLowerCase(Locale.ROOT) + "s")
                            .toList());
        }
    }

    record SeriesList(List<SeriesView> series, @Nullable String next) {
        static SeriesList of(Page<SeriesInfo> page) {
            return new SeriesList(page.items().stream().map(SeriesView::of).toList(), page.next());
        }
    }

    record TableList(List<String> tables, @Nullable String next) {}

    record Scores(List<Score> scores) {}

    record Ranking(String table, long total, List<Ranked> entries) {
        static Ranking of(String table, RankPage page) {
            return new Ranking(table, page.total(), page.entries());
        }
    }

    /** Rank and score are null, and shown as such, where the member is not in the table. */
    record LookupEntry(
            @Nullable Long rank, String member, @Nullable Long score) {}

    record LookupAnswer(long total, List<LookupEntry> entries) {
        static LookupAnswer of(List<String> members, Lookup lookup) {
            List<LookupEntry> entries = new ArrayList<>(members.size());
            for (int i = 0; i < members.size(); i++) {
                String member = members.get(i);
                entries.add(lookup.entries()
                        .get(i)
                        .map(found -> new LookupEntry(found.rank(), member, found.score()))
                        .orElseGet(() -> new LookupEntry(null, member, null)));
            }
            return new LookupAnswer(lookup.total(), entries);
        }
    }

    record Removed(long removed) {}

    record Day(String day, long score, @Nullable Long rank) {
        static Day of(DayStat stat) {
            return new Day(stat.day().toString(), stat.score(), stat.rank());
        }
    }

    record MemberDays(String board, String member, List<Day> days) {}

    record GranularityView(
            String name, Duration duration, @Nullable Duration retention) {
        static GranularityView of(Granularity granularity) {
            return new GranularityView(granularity.name(), granularity.duration(), granularity.retention());
        }
    }

    /** A backend that serves one store or both. */
    record ActiveBackend(
            String name,
            List<String> stores,
            boolean reachable,
            @Nullable String serverVersion,
            Map<String, String> layouts,
            Map<String, String> facts) {}

    /**
     * What is behind the service.
     *
     * @param name of the backend, or of both with a {@code +} where there are two
     */
    record BackendView(String name, List<ActiveBackend> backends, List<GranularityView> granularities) {

        static BackendView of(
                String timeSeries, String rankings, Map<String, BackendStatus> all, List<Granularity> granularities) {
            List<ActiveBackend> backends = all.entrySet().stream()
                    .map(entry -> {
                        String name = entry.getKey();
                        BackendStatus status = entry.getValue();
                        List<String> stores = Stream.of(
                                        name.equals(timeSeries) ? "time-series" : "",
                                        name.equals(rankings) ? "rankings" : "")
                                .filter(store -> !store.isEmpty())
                                .toList();
                        return new ActiveBackend(
                                name,
                                stores,
                                status.reachable(),
                                status.serverVersion(),
                                status.layouts(),
                                status.facts());
                    })
                    .toList();
            return new BackendView(
                    String.join("+", all.keySet()),
                    backends,
                    granularities.stream().map(GranularityView::of).toList());
        }
    }
}
