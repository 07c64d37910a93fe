package dev.tidemark.spi;

import dev.tidemark.NumberOverflowException;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.Visit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Events sorted by series and kind, with what falls into one bucket merged: what a backend with a server sends to it. Series are
 * in the order of their first events.
 */
public final class Batch {

    private final Map<String, OfSeries> series = new LinkedHashMap<>();

    public Batch(List<Event> events) {
        for (Event event : events) {
            OfSeries own = series.computeIfAbsent(event.series(), OfSeries::new);
            if (event instanceof Count count) {
                own.counts.add(count);
            } else if (event instanceof Visit visit) {
                own.visits.add(visit);
            } else if (event instanceof Sample sample) {
                own.samples.put(sample.at().toEpochMilli(), sample.value());
            }
        }
    }

    public Collection<OfSeries> series() {
        return series.values();
    }

    /** The events of one series. */
    public static final class OfSeries {

        private final String name;
        private final List<Count> counts = new ArrayList<>(1);
        private final List<Visit> visits = new ArrayList<>(0);
        private final SortedMap<Long, Double> samples = new TreeMap<>();

        private OfSeries(String name) {
            this.name = name;
        }

        public String name() {
            return name;
        }

        public boolean hasCounts() {
            return !counts.isEmpty();
        }

        public boolean hasVisits() {
            return !visits.isEmpty();
        }

        public boolean hasSamples() {
            return !samples.isEmpty();
        }

        /** What to add to each bucket, by its number; throws a {@link NumberOverflowException} if a sum leaves 64 bits. */
        public SortedMap<Long, Long> amounts(Granularity granularity) {
            SortedMap<Long, Long> amounts = new TreeMap<>();
            if (counts.size() == 1) {
                amounts.put(
                        granularity.bucket(counts.get(0).at()), counts.get(0).amount());
                return amounts;
            }
            Map<Long, Sum> sums = new LinkedHashMap<>();
            for (Count count : counts) {
                sums.computeIfAbsent(granularity.bucket(count.at()), bucket -> new Sum())
                        .add(count.amount());
            }
            sums.forEach((bucket, sum) -> amounts.put(bucket, sum.value(name)));
            return amounts;
        }

        /** Who is to be in each bucket, by its number. */
        public SortedMap<Long, Set<String>> members(Granularity granularity) {
            SortedMap<Long, Set<String>> members = new TreeMap<>();
            for (Visit visit : visits) {
                members.computeIfAbsent(granularity.bucket(visit.at()), bucket -> new LinkedHashSet<>())
                        .add(visit.member());
            }
            return members;
        }

        /** Values by their times in milliseconds since 1970, the last one of each. */
        public SortedMap<Long, Double> samples() {
            return samples;
        }
    }

    /** A sum that may leave 64 bits on the way, as long as it ends within them. */
    private static final class Sum {

        private long low;
        private int wraps;

        void add(long amount) {
            long sum = low + amount;
            if (((low ^ sum) & (amount ^ sum)) < 0) {
                wraps += amount > 0 ? 1 : -1;
            }
            low = sum;
        }

        long value(String series) {
            if (wraps != 0) {
                throw NumberOverflowException.ofCount(series);
            }
            return low;
        }
    }
}
