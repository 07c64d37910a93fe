package dev.tidemark.redis.series;

import dev.tidemark.redis.client.Script;
import dev.tidemark.redis.client.ScriptCall;
import dev.tidemark.redis.client.Server;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.Uniques;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A HyperLogLog for each bucket, at most 12 KB however many members there are:
 *
 * <pre>
 *   {visits:home}:1sec:1:hyperloglog    hugo, renata
 *   {visits:home}:1min:0:hyperloglog    max, hugo, renata
 * </pre>
 *
 * <p>Its standard error is 0.81 %. Redis unites those of a range itself.
 */
final class HyperLogLogVisits implements VisitLayout {

    private static final Script COUNTS = Script.of("hyperloglog-counts.lua");

    /** So that a long range does not hold up the server's other users. */
    private static final int KEYS_A_SCRIPT = 1_000;

    private final Server server;
    private final BucketKeys keys;

    HyperLogLogVisits(Server server, List<Granularity> granularities) {
        this.server = server;
        this.keys = new BucketKeys(granularities, Grouping::none, "hyperloglog", ":hyperloglog");
    }

    @Override
    public List<KeyClass> types() {
        return keys.types();
    }

    @Override
    public void add(InsertCalls calls, String series, Granularity granularity, SortedMap<Long, Set<String>> members) {
        members.forEach((bucket, visitors) -> {
            String key = keys.of(series, granularity, bucket);
            Parts.of(visitors, InsertCalls.CHANGES_A_CALL).forEach(part -> {
                calls.key(keys.type(granularity), key, part.size());
                part.forEach(calls::arg);
            });
        });
    }

    @Override
    public CompletionStage<Uniques> read(String series, Granularity granularity, long first, int buckets) {
        List<String> all = new ArrayList<>(buckets);
        for (int i = 0; i < buckets; i++) {
            all.add(keys.of(series, granularity, first + i));
        }
        List<ScriptCall> calls = new ArrayList<>();
        for (List<String> part : Parts.of(all, KEYS_A_SCRIPT)) {
            ScriptCall call = COUNTS.call();
            part.forEach(call::key);
            calls.add(call);
        }
        return server.runAll(calls)
                .thenApply(answers -> counts(answers, buckets))
                .thenCompose(counts -> union(all, counts)
                        .thenApply(union ->
                                new Uniques(Points.of(granularity, first, counts), union, Precision.APPROXIMATE)));
    }

    private static long[] counts(List<Server.Answer> answers, int buckets) {
        long[] counts = new long[buckets];
        int at = 0;
        for (Server.Answer answer : answers) {
            Response some = answer.value();
            for (int i = 0; some != null && i < some.size(); i++) {
                counts[at++] = some.get(i).toLong();
            }
        }
        return counts;
    }

    private CompletionStage<Long> union(List<String> keys, long[] counts) {
        Request union = Request.cmd(Command.PFCOUNT);
        int visited = 0;
        long last = 0;
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                union.arg(keys.get(i));
                visited++;
                last = counts[i];
            }
        }
        return visited < 2
                ? CompletableFuture.completedFuture(last)
                : server.send(union).thenApply(Replies::number);
    }
}
