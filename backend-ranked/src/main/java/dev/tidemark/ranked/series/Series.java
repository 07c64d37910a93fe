package dev.tidemark.ranked.series;

import dev.tidemark.NumberOverflowException;
import dev.tidemark.ranked.bytes.RecordSink;
import dev.tidemark.ranked.bytes.RecordSource;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Point;
import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.Summary;
import dev.tidemark.timeseries.TimeRange;
import dev.tidemark.timeseries.Uniques;
import dev.tidemark.timeseries.Visit;
import java.io.IOException;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The counts, visits and samples of one name.
 *
 * <p>Not thread-safe, but for any number of readers at once: {@code SeriesStore} holds a lock for each.
 */
public final class Series {

    private static final CountBuckets[] NO_COUNTS = {};
    private static final VisitBuckets[] NO_VISITS = {};

    private final String name;
    private final List<Granularity> granularities;
    private final Precision precision;
    private final long sampleRetention;

    /** By granularity; each kind is made when the first of it comes, because most series have only one. */
    private CountBuckets[] counts = NO_COUNTS;

    private VisitBuckets[] visits = NO_VISITS;
    private @Nullable Samples samples;

    /** Of all that was made so far. */
    private final List<Groups<?>> parts = new ArrayList<>(4);

    /** No count of this series is further from 0 than this. */
    private long reach;

    public Series(String name, List<Granularity> granularities, BackendConfig config) {
        this.name = name;
        this.granularities = granularities;
        this.precision = config.precision(name);
        this.sampleRetention = Groups.millis(config.sampleRetention().orElse(null));
    }

    public String name() {
        return name;
    }

    List<Granularity> granularities() {
        return granularities;
    }

    /** Fails if the events, taken together, would take a count out of 64 bits. */
    public void check(List<Event> events, long now) {
        long furthest = reach;
        for (Event event : events) {
            if (event instanceof Count count) {
                furthest = addDistance(furthest, count.amount());
            }
        }
        if (furthest == Long.MAX_VALUE) {
            checkEachBucket(events, now);
        }
    }

    /** The slow and exact way, for series that have come near the limits. */
    private void checkEachBucket(List<Event> events, long now) {
        try {
            for (int i = 0; i < granularities.size(); i++) {
                Map<Long, BigInteger> sums = new HashMap<>();
                for (Event event : events) {
                    if (event instanceof Count count) {
                        sums.merge(
                                granularities.get(i).bucket(count.at()),
                                BigInteger.valueOf(count.amount()),
                                BigInteger::add);
                    }
                }
                for (Map.Entry<Long, BigInteger> sum : sums.entrySet()) {
                    long count = counts == NO_COUNTS ? 0 : counts[i].get(sum.getKey(), now);
                    Math.addExact(count, sum.getValue().longValueExact());
                }
            }
        } catch (ArithmeticException e) {
            throw NumberOverflowException.ofCount(name);
        }
    }

    private static long addDistance(long reach, long amount) {
        long distance = amount == Long.MIN_VALUE ? Long.MAX_VALUE : Math.abs(amount);
        return reach > Long.MAX_VALUE - distance ? Long.MAX_VALUE : reach + distance;
    }

    /** Stores events that were {@linkplain #check checked}. */
    public void apply(List<Event> events, long now) {
        for (Event event : events) {
            long time = event.at().toEpochMilli();
            if (event instanceof Count count) {
                add(time, count.amount(), now);
            } else if (event instanceof Visit visit) {
                add(time, visit.member(), now);
            } else if (event instanceof Sample sample) {
                samplesToWrite().put(time, sample.value(), now);
            }
        }
    }

    private void add(long time, long amount, long now) {
        for (CountBuckets buckets : countsToWrite()) {
            buckets.add(time, amount, now);
        }
        reachTo(addDistance(reach, amount));
    }

    /** Counts may be as far from 0 as this. */
    void reachTo(long distance) {
        reach = Math.max(reach, distance);
    }

    private void add(long time, String member, long now) {
        for (VisitBuckets buckets : visitsToWrite()) {
            buckets.add(time, member, now);
        }
    }

    CountBuckets[] countsToWrite() {
        if (counts == NO_COUNTS) {
            counts = granularities.stream().map(CountBuckets::new).toArray(CountBuckets[]::new);
            Arrays.stream(counts).map(buckets -> buckets.groups).forEach(parts::add);
        }
        return counts;
    }

    VisitBuckets[] visitsToWrite() {
        if (visits == NO_VISITS) {
            visits = granularities.stream()
                    .map(granularity -> new VisitBuckets(granularity, precision))
                    .toArray(VisitBuckets[]::new);
            Arrays.stream(visits).map(buckets -> buckets.groups).forEach(parts::add);
        }
        return visits;
    }

    Samples samplesToWrite() {
        if (samples == null) {
            samples = new Samples(sampleRetention);
            parts.add(samples.blocks);
        }
        return samples;
    }

    public long count(Granularity granularity, Instant at, long now) {
        return counts == NO_COUNTS ? 0 : counts[granularities.indexOf(granularity)].get(granularity.bucket(at), now);
    }

    public List<Point> counts(Granularity granularity, TimeRange range, long now) {
        int size = Math.toIntExact(range.points(granularity));
        long first = granularity.bucket(range.from());
        long[] values = counts == NO_COUNTS
                ? new long[size]
                : counts[granularities.indexOf(granularity)].values(first, size, now);
        return new PointList(granularity, first, values);
    }

    public Uniques uniques(Granularity granularity, TimeRange range, long now) {
        long first = granularity.bucket(range.from());
        long[] sizes = new long[Math.toIntExact(range.points(granularity))];
        Union union = new Union();
        if (visits != NO_VISITS) {
            long last = first + sizes.length - 1;
            visits[granularities.indexOf(granularity)].forEach(first, last, now, (members, bucket) -> {
                sizes[(int) (bucket - first)] = members.size();
                union.add(members);
            });
        }
        return new Uniques(new PointList(granularity, first, sizes), union.size(), union.precision(precision));
    }

    public List<Sample> samples(TimeRange range, int limit, long now) {
        if (samples == null) {
            return List.of();
        }
        long from = range.from().toEpochMilli();
        long to = range.to().toEpochMilli();
        SampleList found = new SampleList(name, (int) Math.min(limit, samples.atMost(from, to, now)));
        samples.forEach(from, to, now, (time, value) -> {
            found.append(time, value);
            return found.size() < limit;
        });
        return found;
    }

    public List<Summary> summaries(Granularity granularity, TimeRange range, long now) {
        Summaries summaries = new Summaries(granularity);
        if (samples != null) {
            long from = granularity.start(granularity.bucket(range.from())).toEpochMilli();
            long end = granularity.start(granularity.bucket(range.to()) + 1).toEpochMilli();
            samples.forEach(from, end - 1, now, summaries);
        }
        return summaries.toList();
    }

    public boolean isEmpty() {
        for (Groups<?> part : parts) {
            if (!part.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    public Set<Event.Kind> kinds() {
        Set<Event.Kind> kinds = EnumSet.noneOf(Event.Kind.class);
        if (Arrays.stream(counts).anyMatch(buckets -> !buckets.groups.isEmpty())) {
            kinds.add(Event.Kind.COUNT);
        }
        if (Arrays.stream(visits).anyMatch(buckets -> !buckets.groups.isEmpty())) {
            kinds.add(Event.Kind.VISIT);
        }
        if (samples != null && !samples.blocks.isEmpty()) {
            kinds.add(Event.Kind.SAMPLE);
        }
        return kinds;
    }

    /**
     * Whether {@link #dropExpired} would drop anything, which is mostly known without looking. Any number of threads may
     * ask at once, as they may read.
     */
    public boolean hasExpired(long now) {
        for (Groups<?> part : parts) {
            if (part.hasExpired(now)) {
                return true;
            }
        }
        return false;
    }

    public void dropExpired(long now) {
        for (Groups<?> part : parts) {
            part.dropExpired(now);
        }
    }

    /** Everything as it is now, to be written while the series goes on changing. Takes a moment, whatever there is. */
    public Cut cut() {
        return new Cut(
                granularities,
                Arrays.stream(counts).map(buckets -> buckets.groups.cut()).toList(),
                Arrays.stream(visits).map(buckets -> buckets.groups.cut()).toList(),
                samples == null ? List.of() : samples.blocks.cut());
    }

    /** What a series was at one moment. Any thread may write it, at any time later. */
    public static final class Cut {

        final List<Granularity> granularities;

        /** By granularity, or none at all if there were never any; so are the visits. */
        final List<List<CountGroup>> counts;

        final List<List<VisitGroup>> visits;
        final List<SampleBlock> samples;

        private Cut(
                List<Granularity> granularities,
                List<List<CountGroup>> counts,
                List<List<VisitGroup>> visits,
                List<SampleBlock> samples) {
            this.granularities = granularities;
            this.counts = counts;
            this.visits = visits;
            this.samples = samples;
        }

        public void writeTo(RecordSink sink) throws IOException {
            SeriesFormat.write(this, sink);
        }
    }

    /**
     * Reads what {@link Cut#writeTo} wrote. A granularity is known by its name and its duration: what is of none that is
     * given here is left out. Retention and precision are the given ones, but a sketch stays a sketch.
     */
    public static Series read(String name, List<Granularity> granularities, BackendConfig config, RecordSource source)
            throws IOException {
        Series series = new Series(name, granularities, config);
        SeriesFormat.read(series, source);
        return series;
    }
}
