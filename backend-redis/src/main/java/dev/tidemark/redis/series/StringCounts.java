package dev.tidemark.redis.series;

import dev.tidemark.redis.client.Server;
import dev.tidemark.timeseries.Granularity;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.CompletionStage;

/**
 * A string for each bucket that has a count:
 *
 * <pre>
 *   {purchases:item1}:1sec:0     1
 *   {purchases:item1}:1sec:1     2
 *   {purchases:item1}:1min:0     4
 *   {purchases:item1}:1day:0     5
 * </pre>
 *
 * <p>An increment is as fast as one can be, and each bucket goes at its own time; but a day of one event a second takes 87,865
 * keys.
 */
final class StringCounts implements CountLayout {

    /** How many keys one command asks for, so that none holds up the others for long. */
    private static final int KEYS_A_COMMAND = 1_000;

    private final Server server;
    private final BucketKeys keys;

    StringCounts(Server server, List<Granularity> granularities) {
        this.server = server;
        this.keys = new BucketKeys(granularities, Grouping::none, "string", "");
    }

    @Override
    public List<KeyClass> types() {
        return keys.types();
    }

    @Override
    public void add(InsertCalls calls, String series, Granularity granularity, SortedMap<Long, Long> amounts) {
        amounts.forEach((bucket, amount) -> calls.key(keys.type(granularity), keys.of(series, granularity, bucket), 1)
                .arg(amount));
    }

    @Override
    public CompletionStage<long[]> read(String series, Granularity granularity, long first, int buckets) {
        List<Request> requests = new ArrayList<>();
        for (int from = 0; from < buckets; from += KEYS_A_COMMAND) {
            Request some = Request.cmd(Command.MGET);
            for (int i = from; i < Math.min(buckets, from + KEYS_A_COMMAND); i++) {
                some.arg(keys.of(series, granularity, first + i));
            }
            requests.add(some);
        }
        return server.sendAll(requests).thenApply(answers -> {
            long[] counts = new long[buckets];
            int at = 0;
            for (Response answer : answers) {
                for (int i = 0; answer != null && i < answer.size(); i++) {
                    counts[at++] = Replies.number(answer.get(i));
                }
            }
            return counts;
        });
    }
}
