package dev.tidemark.ranked.proof;

import dev.tidemark.Names;
import dev.tidemark.NumberOverflowException;
import dev.tidemark.Page;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Point;
import dev.tidemark.timeseries.PrecisionRules;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.SeriesInfo;
import dev.tidemark.timeseries.Summary;
import dev.tidemark.timeseries.TimeRange;
import dev.tidemark.timeseries.TimeSeriesStore;
import dev.tidemark.timeseries.Uniques;
import dev.tidemark.timeseries.Visit;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What series have to answer, as plainly as it can be said. It differs from the naive backend in one thing, retention: that
 * one drops each bucket by itself, and the contract lets a store keep and drop neighbours together. Here all that falls
 * into one {@linkplain #BURST burst} is kept together, which is what every store does whose groups do not cut bursts.
 */
final class ModelSeries implements TimeSeriesStore {

    /**
     * So many milliseconds begin with a multiple of any group that a store may have: of all numbers of buckets that divide
     * 7,680, at granularities of 100, 500 and 2,500 ms, and of ten minutes.
     */
    static final long BURST = 19_200_000;

    /** Values by time (a bucket's start, or a sample's instant), and when any of them was last written. */
    private static final class Kept<V> {
        final TreeMap<Long, V> values = new TreeMap<>();
        long lastWrite = Long.MIN_VALUE;
    }

    /** The values of one series, of one kind and granularity, by their burst. */
    private final class Bursts<V> {
        private final TreeMap<Long, Kept<V>> bursts = new TreeMap<>();
        private final @Nullable Duration retention;

        Bursts(@Nullable Duration retention) {
            this.retention = retention;
        }

        boolean dropExpired() {
            return retention != null
                    && bursts.values().removeIf(kept -> clock.millis() - kept.lastWrite > retention.toMillis());
        }

        Map<Long, V> write(long time) {
            dropExpired();
            Kept<V> kept = bursts.computeIfAbsent(Math.floorDiv(time, BURST), absent -> new Kept<>());
            kept.lastWrite = Math.max(kept.lastWrite, clock.millis());
            return kept.values;
        }

        V get(long time, V otherwise) {
            dropExpired();
            Kept<V> kept = bursts.get(Math.floorDiv(time, BURST));
            return kept == null ? otherwise : kept.values.getOrDefault(time, otherwise);
        }

        Map<Long, V> between(long from, long to) {
            dropExpired();
            TreeMap<Long, V> found = new TreeMap<>();
            bursts.values().forEach(kept -> found.putAll(kept.values.subMap(from, true, to, true)));
            return found;
        }
    }

    private final class Series {
        final Set<Event.Kind> kinds = EnumSet.noneOf(Event.Kind.class);
        final Map<Granularity, Bursts<Long>> counts = new HashMap<>();
        final Map<Granularity, Bursts<Set<String>>> visits = new HashMap<>();
        final Bursts<Double> samples = new Bursts<>(sampleRetention);

        Series() {
            for (Granularity granularity : granularities) {
                counts.put(granularity, new Bursts<>(granularity.retention()));
                visits.put(granularity, new Bursts<>(granularity.retention()));
            }
        }

        Bursts<Long> counts(Granularity granularity) {
            return counts.getOrDefault(granularity, new Bursts<>(null));
        }

        Bursts<Set<String>> visits(Granularity granularity) {
            return visits.getOrDefault(granularity, new Bursts<>(null));
        }

        /** Answers whether there was anything to drop. */
        boolean dropExpired() {
            boolean dropped = samples.dropExpired();
            for (Granularity granularity : granularities) {
                dropped |= counts(granularity).dropExpired();
                dropped |= visits(granularity).dropExpired();
            }
            return dropped;
        }

        void add(Event event) {
            kinds.add(event.kind());
            for (Granularity granularity : granularities) {
                long start = granularity.start(granularity.bucket(event.at())).toEpochMilli();
                if (event instanceof Count count) {
                    counts(granularity).write(start).merge(start, count.amount(), Long::sum);
                } else if (event instanceof Visit visit) {
                    visits(granularity)
                            .write(start)
                            .computeIfAbsent(start, absent -> new HashSet<>())
                            .add(visit.member());
                }
            }
            if (event instanceof Sample sample) {
                long time = sample.at().toEpochMilli();
                samples.write(time).put(time, sample.value());
            }
        }

        boolean hasRoomFor(List<Event> events) {
            return granularities.stream().allMatch(granularity -> {
                Map<Long, BigInteger> added = new HashMap<>();
                for (Event event : events) {
                    if (event instanceof Count count) {
                        long start = granularity
                                .start(granularity.bucket(count.at()))
                                .toEpochMilli();
                        added.merge(start, BigInteger.valueOf(count.amount()), BigInteger::add);
                    }
                }
                return added.entrySet().stream().allMatch(bucket -> {
                    BigInteger sum = BigInteger.valueOf(counts(granularity).get(bucket.getKey(), 0L))
                            .add(bucket.getValue());
                    return bucket.getValue().bitLength() < 64 && sum.bitLength() < 64;
                });
            });
        }
    }

    private final List<Granularity> granularities;
    private final PrecisionRules precision;
    private final @Nullable Duration sampleRetention;
    private final InstantSource clock;
    private final TreeMap<String, Series> byName = new TreeMap<>(Names.UTF8_ORDER);

    ModelSeries(
            List<Granularity> granularities,
            PrecisionRules precision,
            @Nullable Duration sampleRetention,
            InstantSource clock) {
        this.granularities = granularities;
        this.precision = precision;
        this.sampleRetention = sampleRetention;
        this.clock = clock;
    }

    /** Answers whether anything went past its retention since this was last asked. */
    boolean dropExpired() {
        boolean dropped = false;
        for (Series series : byName.values()) {
            dropped |= series.dropExpired();
        }
        return dropped;
    }

    private Series series(String name) {
        return byName.getOrDefault(name, new Series());
    }

    @Override
    public CompletionStage<Void> insert(List<Event> events) {
        Map<String, List<Event>> bySeries = new HashMap<>();
        events.forEach(event -> bySeries.computeIfAbsent(event.series(), absent -> new ArrayList<>())
                .add(event));
        for (Map.Entry<String, List<Event>> share : bySeries.entrySet()) {
            if (!series(share.getKey()).hasRoomFor(share.getValue())) {
                return CompletableFuture.failedFuture(NumberOverflowException.ofCount(share.getKey()));
            }
        }
        events.forEach(event ->
                byName.computeIfAbsent(event.series(), absent -> new Series()).add(event));
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Long> countAndGet(Count event, Granularity granularity) {
        return insert(List.of(event))
                .thenCompose(done -> counts(event.series(), granularity, new TimeRange(event.at(), event.at())))
                .thenApply(points -> points.get(0).value());
    }

    @Override
    public CompletionStage<List<Point>> counts(String name, Granularity granularity, TimeRange range) {
        Bursts<Long> counts = series(name).counts(granularity);
        List<Point> points = new ArrayList<>();
        for (Instant start : starts(granularity, range)) {
            points.add(new Point(start, counts.get(start.toEpochMilli(), 0L)));
        }
        return CompletableFuture.completedFuture(points);
    }

    @Override
    public CompletionStage<Uniques> uniques(String name, Granularity granularity, TimeRange range) {
        Bursts<Set<String>> visits = series(name).visits(granularity);
        List<Point> points = new ArrayList<>();
        Set<String> union = new HashSet<>();
        for (Instant start : starts(granularity, range)) {
            Set<String> members = visits.get(start.toEpochMilli(), Set.of());
            points.add(new Point(start, members.size()));
            union.addAll(members);
        }
        return CompletableFuture.completedFuture(new Uniques(points, union.size(), precision.of(name)));
    }

    private static List<Instant> starts(Granularity granularity, TimeRange range) {
        List<Instant> starts = new ArrayList<>();
        for (long bucket = granularity.bucket(range.from()); bucket <= granularity.bucket(range.to()); bucket++) {
            starts.add(granularity.start(bucket));
        }
        return starts;
    }

    @Override
    public CompletionStage<List<Sample>> samples(String name, TimeRange range, int limit) {
        return CompletableFuture.completedFuture(
                samples(name, range.from(), range.to()).stream().limit(limit).toList());
    }

    private List<Sample> samples(String name, Instant from, Instant to) {
        List<Sample> samples = new ArrayList<>();
        series(name)
                .samples
                .between(from.toEpochMilli(), to.toEpochMilli())
                .forEach((time, value) -> samples.add(new Sample(name, Instant.ofEpochMilli(time), value)));
        return samples;
    }

    @Override
    public CompletionStage<List<Summary>> summaries(String name, Granularity granularity, TimeRange range) {
        TreeMap<Instant, Summary> byBucket = new TreeMap<>();
        Instant from = granularity.start(granularity.bucket(range.from()));
        Instant end = granularity.start(granularity.bucket(range.to()) + 1);
        for (Sample sample : samples(name, from, end.minusMillis(1))) {
            byBucket.compute(
                    granularity.start(granularity.bucket(sample.at())),
                    (start, sum) -> sum == null ? Summary.of(start, sample.value()) : sum.with(sample.value()));
        }
        return CompletableFuture.completedFuture(List.copyOf(byBucket.values()));
    }

    @Override
    public CompletionStage<Page<SeriesInfo>> series(String prefix, String after, int limit) {
        List<SeriesInfo> rest = byName.tailMap(after, false).entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix))
                .map(entry -> new SeriesInfo(entry.getKey(), entry.getValue().kinds))
                .toList();
        List<SeriesInfo> page = rest.stream().limit(limit).toList();
        return CompletableFuture.completedFuture(
                new Page<>(page, rest.size() > limit ? page.get(limit - 1).name() : null));
    }

    @Override
    public CompletionStage<Boolean> delete(String name) {
        return CompletableFuture.completedFuture(byName.remove(name) != null);
    }
}
