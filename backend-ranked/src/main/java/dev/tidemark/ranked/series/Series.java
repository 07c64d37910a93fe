package dev.tidemark.ranked.series;

import dev.tidemark.NumberOverflowException;
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
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The counts, visits and samples of one name.
 *
 * <p>Not thread-safe, but for any number of readers at once: {@code SeriesStore} holds a lock for each.
 */
public final class Series {

    private final String name;
    private final List<Granularity> granularities;
    private final Precision precision;
    private final CountBuckets[] counts;
    private final VisitBuckets[] visits;
    private final Samples samples;

    /** No count of this series is further from 0 than this. */
    private long reach;

    public Series(String name, List<Granularity> granularities, BackendConfig config) {
        this.name = name;
        this.granularities = granularities;
        this.precision = config.precision(name);
        this.counts = granularities.stream()
                .map(granularity -> new CountBuckets(millis(granularity.retention())))
                .toArray(CountBuckets[]::new);
        this.visits = granularities.stream()
                .map(granularity -> new VisitBuckets(millis(granularity.retention()), precision))
                .toArray(VisitBuckets[]::new);
        this.samples = new Samples(millis(config.sampleRetention().orElse(null)));
    }

    private static long millis(@Nullable Duration retention) {
        return retention == null ? Long.MAX_VALUE : retention.toMillis();
    }

    public String name() {
        return name;
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
            for (int i = 0; i < counts.length; i++) {
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
                    Math.addExact(
                            counts[i].get(sum.getKey(), now), sum.getValue().longValueExact());
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
            if (event instanceof Count count) {
                apply(count, now);
            } else if (event instanceof Visit visit) {
                for (int i = 0; i < visits.length; i++) {
                    visits[i].add(granularities.get(i).bucket(visit.at()), visit.member(), now);
                }
            } else if (event instanceof Sample sample) {
                samples.put(sample.at().toEpochMilli(), sample.value(), now);
            }
        }
    }

    private void apply(Count count, long now) {
        for (int i = 0; i < counts.length; i++) {
            counts[i].add(granularities.get(i).bucket(count.at()), count.amount(), now);
        }
        reach = addDistance(reach, count.amount());
    }

    public long count(Granularity granularity, Instant at, long now) {
        return counts[granularities.indexOf(granularity)].get(granularity.bucket(at), now);
    }

    public List<Point> counts(Granularity granularity, TimeRange range, long now) {
        int size = Math.toIntExact(range.points(granularity));
        long first = granularity.bucket(range.from());
        return points(granularity, first, counts[granularities.indexOf(granularity)].values(first, size, now));
    }

    private static List<Point> points(Granularity granularity, long first, long[] values) {
        return IntStream.range(0, values.length)
                .mapToObj(i -> new Point(granularity.start(first + i), values[i]))
                .toList();
    }

    public Uniques uniques(Granularity granularity, TimeRange range, long now) {
        long first = granularity.bucket(range.from());
        long[] sizes = new long[Math.toIntExact(range.points(granularity))];
        Members union = Members.of(precision);
        visits[granularities.indexOf(granularity)].forEach(first, first + sizes.length - 1, now, (members, bucket) -> {
            sizes[(int) (bucket - first)] = members.size();
            union.addAll(members);
        });
        return new Uniques(points(granularity, first, sizes), union.size(), precision);
    }

    public List<Sample> samples(TimeRange range, int limit, long now) {
        List<Sample> found = new ArrayList<>();
        samples.forEach(range.from().toEpochMilli(), range.to().toEpochMilli(), now, (time, value) -> {
            found.add(new Sample(name, Instant.ofEpochMilli(time), value));
            return found.size() < limit;
        });
        return found;
    }

    public List<Summary> summaries(Granularity granularity, TimeRange range, long now) {
        List<Summary> found = new ArrayList<>();
        Instant from = granularity.start(granularity.bucket(range.from()));
        Instant end = granularity.start(granularity.bucket(range.to()) + 1);
        samples.forEach(from.toEpochMilli(), end.toEpochMilli() - 1, now, (time, value) -> {
            Instant at = granularity.start(granularity.bucket(Instant.ofEpochMilli(time)));
            int last = found.size() - 1;
            if (last >= 0 && found.get(last).at().equals(at)) {
                found.set(last, found.get(last).with(value));
            } else {
                found.add(Summary.of(at, value));
            }
            return true;
        });
        return found;
    }

    public boolean isEmpty() {
        return samples.isEmpty()
                && Arrays.stream(counts).allMatch(CountBuckets::isEmpty)
                && Arrays.stream(visits).allMatch(VisitBuckets::isEmpty);
    }

    public Set<Event.Kind> kinds() {
        Set<Event.Kind> kinds = EnumSet.noneOf(Event.Kind.class);
        if (!Arrays.stream(counts).allMatch(CountBuckets::isEmpty)) {
            kinds.add(Event.Kind.COUNT);
        }
        if (!Arrays.stream(visits).allMatch(VisitBuckets::isEmpty)) {
            kinds.add(Event.Kind.VISIT);
        }
        if (!samples.isEmpty()) {
            kinds.add(Event.Kind.SAMPLE);
        }
        return kinds;
    }

    public void dropExpired(long now) {
        for (int i = 0; i < counts.length; i++) {
            counts[i].dropExpired(now);
            visits[i].dropExpired(now);
        }
        samples.dropExpired(now);
    }
}
