package dev.tidemark.tck.naive;

import dev.tidemark.Names;
import dev.tidemark.NumberOverflowException;
import dev.tidemark.Page;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Point;
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

/** Counts and visits by series, granularity and bucket, samples by series and time. Approximate visits are exact too. */
final class NaiveTimeSeries implements TimeSeriesStore {

    private record BucketKey(String series, String granularity, long bucket) {}

    private record Kept<T>(T value, Instant writtenAt) {}

    private final List<Granularity> granularities;
    private final BackendConfig config;
    private final InstantSource clock;
    private final TreeMap<String, Set<Event.Kind>> kinds = new TreeMap<>(Names.UTF8_ORDER);
    private final Map<BucketKey, Kept<Long>> counts = new HashMap<>();
    private final Map<BucketKey, Kept<Set<String>>> visits = new HashMap<>();
    private final Map<String, TreeMap<Instant, Kept<Double>>> samples = new HashMap<>();

    NaiveTimeSeries(List<Granularity> granularities, BackendConfig config, InstantSource clock) {
        this.granularities = granularities;
        this.config = config;
        this.clock = clock;
    }

    @Override
    public synchronized CompletionStage<Void> insert(List<Event> events) {
        Map<BucketKey, BigInteger> added = new HashMap<>();
        for (Event event : events) {
            if (event instanceof Count count) {
                for (Granularity granularity : granularities) {
                    added.merge(
                            key(count.series(), granularity, granularity.bucket(count.at())),
                            BigInteger.valueOf(count.amount()),
                            BigInteger::add);
                }
            }
        }
        Map<BucketKey, Kept<Long>> changed = new HashMap<>();
        for (Map.Entry<BucketKey, BigInteger> bucket : added.entrySet()) {
            BigInteger sum = bucket.getValue().add(BigInteger.valueOf(count(bucket.getKey())));
            if (bucket.getValue().bitLength() > 63 || sum.bitLength() > 63) {
                return CompletableFuture.failedFuture(
                        NumberOverflowException.ofCount(bucket.getKey().series()));
            }
            changed.put(bucket.getKey(), new Kept<>(sum.longValueExact(), clock.instant()));
        }
        counts.putAll(changed);
        events.forEach(this::add);
        return CompletableFuture.completedFuture(null);
    }

    private void add(Event event) {
        Set<Event.Kind> has = kinds.computeIfAbsent(event.series(), name -> EnumSet.noneOf(Event.Kind.class));
        if (event instanceof Count) {
            has.add(Event.Kind.COUNT);
        } else if (event instanceof Visit visit) {
            has.add(Event.Kind.VISIT);
            for (Granularity granularity : granularities) {
                BucketKey key = key(visit.series(), granularity, granularity.bucket(visit.at()));
                Set<String> members = visitors(key).isEmpty() ? new HashSet<>() : visitors(key);
                members.add(visit.member());
                visits.put(key, new Kept<>(members, clock.instant()));
            }
        } else if (event instanceof Sample sample) {
            has.add(Event.Kind.SAMPLE);
            samples.computeIfAbsent(sample.series(), name -> new TreeMap<>())
                    .put(sample.at(), new Kept<>(sample.value(), clock.instant()));
        }
    }

    private long count(BucketKey key) {
        Kept<Long> kept = counts.get(key);
        return kept != null && isKept(kept, retention(key)) ? kept.value() : 0;
    }

    private Set<String> visitors(BucketKey key) {
        Kept<Set<String>> kept = visits.get(key);
        return kept != null && isKept(kept, retention(key)) ? kept.value() : Set.of();
    }

    private @Nullable Duration retention(BucketKey key) {
        return granularities.stream()
                .filter(granularity -> granularity.name().equals(key.granularity()))
                .findFirst()
                .orElseThrow()
                .retention();
    }

    private boolean isKept(Kept<?> kept, @Nullable Duration retention) {
        return retention == null || clock.instant().isBefore(kept.writtenAt().plus(retention));
    }

    private static BucketKey key(String series, Granularity granularity, long bucket) {
        return new BucketKey(series, granularity.name(), bucket);
    }

    @Override
    public synchronized CompletionStage<List<Point>> counts(String series, Granularity granularity, TimeRange range) {
        List<Point> points = new ArrayList<>();
        for (long bucket = granularity.bucket(range.from()); bucket <= granularity.bucket(range.to()); bucket++) {
            points.add(new Point(granularity.start(bucket), count(key(series, granularity, bucket))));
        }
        return CompletableFuture.completedFuture(points);
    }

    @Override
    public synchronized CompletionStage<Uniques> uniques(String series, Granularity granularity, TimeRange range) {
        List<Point> points = new ArrayList<>();
        Set<String> union = new HashSet<>();
        for (long bucket = granularity.bucket(range.from()); bucket <= granularity.bucket(range.to()); bucket++) {
            Set<String> members = visitors(key(series, granularity, bucket));
            points.add(new Point(granularity.start(bucket), members.size()));
            union.addAll(members);
        }
        return CompletableFuture.completedFuture(new Uniques(points, union.size(), config.precision(series)));
    }

    private List<Sample> kept(String series, Instant from, Instant before) {
        return samples.getOrDefault(series, new TreeMap<>()).subMap(from, before).entrySet().stream()
                .filter(entry ->
                        isKept(entry.getValue(), config.sampleRetention().orElse(null)))
                .map(entry ->
                        new Sample(series, entry.getKey(), entry.getValue().value()))
                .toList();
    }

    @Override
    public synchronized CompletionStage<List<Sample>> samples(String series, TimeRange range, int limit) {
        return CompletableFuture.completedFuture(
                kept(series, range.from(), range.to().plusMillis(1)).stream()
                        .limit(limit)
                        .toList());
    }

    @Override
    public synchronized CompletionStage<List<Summary>> summaries(
            String series, Granularity granularity, TimeRange range) {
        Instant from = granularity.start(granularity.bucket(range.from()));
        Instant before = granularity.start(granularity.bucket(range.to()) + 1);
        TreeMap<Instant, Summary> byBucket = new TreeMap<>();
        for (Sample sample : kept(series, from, before)) {
            byBucket.compute(
                    granularity.start(granularity.bucket(sample.at())),
                    (start, sum) -> sum == null ? Summary.of(start, sample.value()) : sum.with(sample.value()));
        }
        return CompletableFuture.completedFuture(List.copyOf(byBucket.values()));
    }

    @Override
    public synchronized CompletionStage<Long> countAndGet(Count event, Granularity granularity) {
        return insert(List.of(event))
                .thenApply(done -> count(key(event.series(), granularity, granularity.bucket(event.at()))));
    }

    @Override
    public synchronized CompletionStage<Page<SeriesInfo>> series(String prefix, String after, int limit) {
        List<SeriesInfo> rest = kinds.tailMap(after, false).entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix))
                .map(entry -> new SeriesInfo(entry.getKey(), entry.getValue()))
                .toList();
        List<SeriesInfo> page = rest.stream().limit(limit).toList();
        String next = rest.size() > limit ? page.get(limit - 1).name() : null;
        return CompletableFuture.completedFuture(new Page<>(page, next));
    }

    @Override
    public synchronized CompletionStage<Boolean> delete(String series) {
        counts.keySet().removeIf(key -> key.series().equals(series));
        visits.keySet().removeIf(key -> key.series().equals(series));
        samples.remove(series);
        return CompletableFuture.completedFuture(kinds.remove(series) != null);
    }
}
