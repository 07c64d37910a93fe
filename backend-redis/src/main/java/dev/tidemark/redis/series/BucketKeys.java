package dev.tidemark.redis.series;

import dev.tidemark.timeseries.Granularity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The keys in which a layout keeps its buckets: for each granularity how they are grouped, and what the script knows of them. */
final class BucketKeys {

    private final Map<Granularity, Entry> entries = new LinkedHashMap<>();
    private final String suffix;

    /**
     * @param operation what the insert script does to the keys
     * @param suffix what their names end with
     */
    BucketKeys(
            List<Granularity> granularities,
            Function<Granularity, Grouping> grouping,
            String operation,
            String suffix) {
        this.suffix = suffix;
        for (Granularity granularity : granularities) {
            Grouping groups = grouping.apply(granularity);
            String name = operation.charAt(1) + Integer.toString(entries.size());
            KeyClass type = new KeyClass(name, operation, granularity.retention(), groups.millis());
            entries.put(granularity, new Entry(groups, type));
        }
    }

    List<KeyClass> types() {
        return entries.values().stream().map(Entry::type).toList();
    }

    Grouping grouping(Granularity granularity) {
        return entry(granularity).grouping;
    }

    KeyClass type(Granularity granularity) {
        return entry(granularity).type;
    }

    /** The key that {@code bucket} is in. */
    String of(String series, Granularity granularity, long bucket) {
        return series + granularity.name() + ':' + grouping(granularity).start(bucket) + suffix;
    }

    private Entry entry(Granularity granularity) {
        Entry entry = entries.get(granularity);
        if (entry == null) {
            throw new IllegalStateException(granularity + " was not there when the store was opened");
        }
        return entry;
    }

    private record Entry(Grouping grouping, KeyClass type) {}
}
