package dev.tidemark.redis.series;

import dev.tidemark.timeseries.Granularity;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.CompletionStage;

/** How counts are kept. */
interface CountLayout {

    /** The kinds of key that it writes to. */
    List<KeyClass> types();

    /**
     * Adds to buckets of one granularity.
     *
     * @param series what the series' keys begin with
     * @param amounts what to add to each bucket
     */
    void add(InsertCalls calls, String series, Granularity granularity, SortedMap<Long, Long> amounts);

    /** The counts of {@code buckets} buckets from {@code first} on. */
    CompletionStage<long[]> read(String series, Granularity granularity, long first, int buckets);
}
