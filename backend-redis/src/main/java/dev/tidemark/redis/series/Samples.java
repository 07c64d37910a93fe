package dev.tidemark.redis.series;

import dev.tidemark.redis.Keys;
import dev.tidemark.redis.client.Script;
import dev.tidemark.redis.client.Server;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.Summary;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A hash for every five minutes that have samples, a field for each by its milliseconds; and the list of those hashes, a sorted
 * set by their times:
 *
 * <pre>
 *   {temperature}:samples              0, 300
 *   {temperature}:samples:0:values     0 → 20.5, 1000 → 20.6
 *   {temperature}:samples:300:values   250 → 21
 * </pre>
 *
 * <p>Writing a sample again sets the same field, so a retry is harmless. With a sample a second a hash stays within {@code
 * hash-max-listpack-entries}, 512.
 */
final class Samples {

    private static final Script READ = Script.of("samples.lua");
    private static final long GROUP_SECONDS = 300;
    private static final long GROUP_MILLIS = GROUP_SECONDS * 1_000;

    /** How many samples one step of reading takes at least, so that none holds up the server's other users for long. */
    private static final int SAMPLES_A_STEP = 3_000;

    private final Server server;
    private final KeyClass type;

    /** @param retention null keeps samples for ever */
    Samples(Server server, @Nullable Duration retention) {
        this.server = server;
        // A tenth of the retention is as much longer as a sample may stay.
        long window = retention == null ? 1 : Math.max(1, Math.min(GROUP_MILLIS, retention.toMillis() / 10));
        this.type = new KeyClass("samples", "samples", retention, window);
    }

    KeyClass type() {
        return type;
    }

    /** Writes samples by their times in milliseconds. */
    void add(InsertCalls calls, String series, SortedMap<Long, Double> samples) {
        SortedMap<Long, Double> rest = samples;
        while (!rest.isEmpty()) {
            long group = Math.floorDiv(rest.firstKey(), GROUP_MILLIS);
            long end = (group + 1) * GROUP_MILLIS;
            for (List<Map.Entry<Long, Double>> part :
                    Parts.of(rest.headMap(end).entrySet(), InsertCalls.CHANGES_A_CALL)) {
                long start = group * GROUP_SECONDS;
                calls.key(type, groups(series) + ":" + start + ":values", part.size())
                        .alsoKey(groups(series))
                        .arg(start);
                for (Map.Entry<Long, Double> sample : part) {
                    calls.arg(Math.floorMod(sample.getKey(), GROUP_MILLIS)).arg(text(sample.getValue()));
                }
            }
            rest = rest.tailMap(end);
        }
    }

    private static String groups(String series) {
        return series + "samples";
    }

    /** As short as it can be without losing a bit: Redis keeps whole numbers in a few bytes. */
    private static String text(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    CompletionStage<List<Sample>> read(String series, long from, long to, int limit) {
        List<Sample> found = new ArrayList<>();
        return each(series, from, to, sample -> {
                    found.add(sample);
                    return found.size() < limit;
                })
                .thenApply(done -> found);
    }

    CompletionStage<List<Summary>> summaries(String series, Granularity granularity, long first, long last) {
        List<Summary> summaries = new ArrayList<>();
        long from = granularity.start(first).toEpochMilli();
        long to = granularity.start(last + 1).toEpochMilli() - 1;
        return each(series, from, to, sample -> {
                    Instant bucket = granularity.start(granularity.bucket(sample.at()));
                    int latest = summaries.size() - 1;
                    if (latest >= 0 && summaries.get(latest).at().equals(bucket)) {
                        summaries.set(latest, summaries.get(latest).with(sample.value()));
                    } else {
                        summaries.add(Summary.of(bucket, sample.value()));
                    }
                    return true;
                })
                .thenApply(done -> summaries);
    }

    /** Hands out the samples of a range in order of time, until {@code action} answers that it has enough. */
    private CompletionStage<@Nullable Void> each(String series, long from, long to, Predicate<Sample> action) {
        String first = Long.toString(Math.floorDiv(from, GROUP_MILLIS) * GROUP_SECONDS);
        return step(new Range(series, from, to), first, action);
    }

    private CompletionStage<@Nullable Void> step(Range range, String group, Predicate<Sample> action) {
        return server.run(READ.call()
                        .key(groups(Keys.series(range.series)))
                        .arg(group)
                        .arg(Math.floorDiv(range.to, GROUP_MILLIS) * GROUP_SECONDS)
                        .arg(SAMPLES_A_STEP))
                .thenCompose(answer -> {
                    if (answer == null || !range.take(answer, action)) {
                        return CompletableFuture.completedFuture(null);
                    }
                    String next = answer.get(0).toString();
                    return next.isEmpty() ? CompletableFuture.completedFuture(null) : step(range, next, action);
                });
    }

    private record Range(String series, long from, long to) {

        boolean take(Response answer, Predicate<Sample> action) {
            for (int i = 1; i + 1 < answer.size(); i += 2) {
                for (Sample sample : group(answer.get(i).toLong() * 1_000, answer.get(i + 1))) {
                    if (!action.test(sample)) {
                        return false;
                    }
                }
            }
            return true;
        }

        private List<Sample> group(long start, Response values) {
            List<Sample> samples = new ArrayList<>();
            for (int i = 0; i + 1 < values.size(); i += 2) {
                long time = start + values.get(i).toLong();
                if (time >= from && time <= to) {
                    double value = Double.parseDouble(values.get(i + 1).toString());
                    samples.add(new Sample(series, Instant.ofEpochMilli(time), value));
                }
            }
            samples.sort(Comparator.comparing(Sample::at));
            return samples;
        }
    }
}
