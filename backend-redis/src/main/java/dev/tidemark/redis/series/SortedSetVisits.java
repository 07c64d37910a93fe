package dev.tidemark.redis.series;

import dev.tidemark.redis.client.Server;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.Uniques;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Every member of every bucket, in a sorted set for each group of buckets; the score is the bucket's number in its group:
 *
 * <pre>
 *   {visits:home}:1sec:0:visits    0:max → 0, 1:hugo → 1, 1:renata → 1, 3:hugo → 3      2 minutes of seconds
 *   {visits:home}:1min:0:visits    0:hugo → 0, 0:max → 0, 0:renata → 0, 1:kc → 1        2 hours of minutes
 * </pre>
 *
 * <p>Redis keeps a sorted set of up to 128 short members as a listpack. How many there are in one bucket it counts itself; for
 * those of a longer range all their members are read, because only they tell who was there twice.
 */
final class SortedSetVisits implements VisitLayout {

    /** How many groups are read together: what they hold is in memory at once. */
    private static final int GROUPS_AT_ONCE = 20;

    private final Server server;
    private final BucketKeys keys;

    SortedSetVisits(Server server, List<Granularity> granularities) {
        this.server = server;
        this.keys = new BucketKeys(granularities, Grouping::ofVisits, "sorted-set", ":visits");
    }

    @Override
    public List<KeyClass> types() {
        return keys.types();
    }

    @Override
    public void add(InsertCalls calls, String series, Granularity granularity, SortedMap<Long, Set<String>> members) {
        members.forEach((bucket, visitors) -> {
            String key = keys.of(series, granularity, bucket);
            int place = keys.grouping(granularity).place(bucket);
            Parts.of(visitors, InsertCalls.CHANGES_A_CALL).forEach(part -> {
                calls.key(keys.type(granularity), key, part.size());
                part.forEach(visitor -> calls.arg(place).arg(place + ":" + visitor));
            });
        });
    }

    @Override
    public CompletionStage<Uniques> read(String series, Granularity granularity, long first, int buckets) {
        if (buckets == 1) {
            int place = keys.grouping(granularity).place(first);
            Request count = Request.cmd(Command.ZCOUNT)
                    .arg(keys.of(series, granularity, first))
                    .arg(place)
                    .arg(place);
            return server.send(count)
                    .thenApply(Replies::number)
                    .thenApply(members ->
                            new Uniques(Points.of(granularity, first, new long[] {members}), members, Precision.EXACT));
        }
        Reading reading = new Reading(series, granularity, first, buckets);
        return reading.from(first)
                .thenApply(done -> new Uniques(
                        Points.of(granularity, first, reading.counts), reading.different.size(), Precision.EXACT));
    }

    /** Reads all members of a range, some groups at a time. */
    private final class Reading {

        private final String series;
        private final Granularity granularity;
        private final Grouping grouping;
        private final long first;
        private final long[] counts;
        private final Set<String> different = new HashSet<>();

        Reading(String series, Granularity granularity, long first, int buckets) {
            this.series = series;
            this.granularity = granularity;
            this.grouping = keys.grouping(granularity);
            this.first = first;
            this.counts = new long[buckets];
        }

        CompletionStage<@Nullable Void> from(long bucket) {
            long end = first + counts.length;
            List<Long> groups = new ArrayList<>();
            List<Request> requests = new ArrayList<>();
            long next = bucket;
            for (; next < end && groups.size() < GROUPS_AT_ONCE; next = grouping.nextGroup(next)) {
                groups.add(next - grouping.place(next));
                requests.add(Request.cmd(Command.ZRANGE)
                        .arg(keys.of(series, granularity, next))
                        .arg(grouping.place(next))
                        .arg(grouping.place(Math.min(end, grouping.nextGroup(next)) - 1))
                        .arg("BYSCORE"));
            }
            long after = next;
            return server.sendAll(requests).thenCompose(answers -> {
                for (int i = 0; i < groups.size(); i++) {
                    take(groups.get(i), answers.get(i));
                }
                return after < end ? from(after) : CompletableFuture.completedFuture(null);
            });
        }

        private void take(long group, @Nullable Response members) {
            if (members == null) {
                return;
            }
            for (Response member : members) {
                String text = member.toString();
                int colon = text.indexOf(':');
                counts[(int) (group + Integer.parseInt(text, 0, colon, 10) - first)]++;
                different.add(text.substring(colon + 1));
            }
        }
    }
}
