package dev.tidemark.redis.series;

import dev.tidemark.redis.client.Server;
import dev.tidemark.timeseries.Granularity;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A hash for each group of buckets, a field for each bucket that has a count:
 *
 * <pre>
 *   {purchases:item1}:1sec:0     0 → 1, 1 → 2, 3 → 1        5 minutes of seconds
 *   {purchases:item1}:1min:0     0 → 4, 1 → 1               8 hours of minutes
 *   {purchases:item1}:1hour:0    0 → 5                      10 days of hours
 *   {purchases:item1}:1day:0     0 → 5                      30 days
 * </pre>
 *
 * <p>Redis keeps a hash of up to 512 short fields as a listpack, in a small part of the memory of as many strings. It is searched from
 * its beginning, which is what an increment costs most; {@link StringCounts} is faster and larger.
 */
final class HashCounts implements CountLayout {

    /** From this many buckets of a group on it is cheaper to be given all of it than to have each of them looked for. */
    private static final int WHOLE_GROUP = 8;

    private final Server server;
    private final BucketKeys keys;

    HashCounts(Server server, List<Granularity> granularities) {
        this.server = server;
        this.keys = new BucketKeys(granularities, Grouping::ofCounts, "hash", "");
    }

    @Override
    public List<KeyClass> types() {
        return keys.types();
    }

    @Override
    public void add(InsertCalls calls, String series, Granularity granularity, SortedMap<Long, Long> amounts) {
        Grouping grouping = keys.grouping(granularity);
        SortedMap<Long, Long> rest = amounts;
        while (!rest.isEmpty()) {
            long first = rest.firstKey();
            long next = grouping.nextGroup(first);
            // A view of the map counts its entries one by one, and mostly all are of one group.
            SortedMap<Long, Long> group = rest.lastKey() < next ? rest : rest.headMap(next);
            calls.key(keys.type(granularity), keys.of(series, granularity, first), group.size());
            group.forEach((bucket, amount) -> calls.arg(grouping.place(bucket)).arg(amount));
            rest = group == rest ? Collections.emptySortedMap() : rest.tailMap(next);
        }
    }

    @Override
    public CompletionStage<long[]> read(String series, Granularity granularity, long first, int buckets) {
        Grouping grouping = keys.grouping(granularity);
        List<Part> parts = new ArrayList<>();
        long end = first + buckets;
        for (long from = first; from < end; from = grouping.nextGroup(from)) {
            int size = (int) (Math.min(end, grouping.nextGroup(from)) - from);
            parts.add(new Part(keys.of(series, granularity, from), grouping.place(from), size, (int) (from - first)));
        }
        return server.sendAll(parts.stream().map(Part::request).toList()).thenApply(answers -> {
            long[] counts = new long[buckets];
            for (int i = 0; i < parts.size(); i++) {
                parts.get(i).read(answers.get(i), counts);
            }
            return counts;
        });
    }

    /**
     * Some neighbouring buckets of one group.
     *
     * @param place the number of the first in its group
     * @param at where it stands in the answer
     */
    private record Part(String key, int place, int size, int at) {

        Request request() {
            if (size >= WHOLE_GROUP) {
                return Request.cmd(Command.HGETALL).arg(key);
            }
            Request some = Request.cmd(Command.HMGET).arg(key);
            for (int i = 0; i < size; i++) {
                some.arg(place + i);
            }
            return some;
        }

        void read(@Nullable Response answer, long[] counts) {
            if (answer == null) {
                return;
            }
            if (size >= WHOLE_GROUP) {
                Replies.eachPair(answer, (field, count) -> {
                    int i = field - place;
                    if (i >= 0 && i < size) {
                        counts[at + i] = count;
                    }
                });
                return;
            }
            for (int i = 0; i < size; i++) {
                counts[at + i] = Replies.number(answer.get(i));
            }
        }
    }
}
