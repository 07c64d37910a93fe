package dev.tidemark.redis.series;

import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Uniques;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletionStage;

/** How visits are kept. */
interface VisitLayout {

    List<KeyClass> types();

    /** Adds members to buckets of one granularity. */
    void add(InsertCalls calls, String series, Granularity granularity, SortedMap<Long, Set<String>> members);

    /** The different members of {@code buckets} buckets from {@code first} on, each and all together. */
    CompletionStage<Uniques> read(String series, Granularity granularity, long first, int buckets);
}
