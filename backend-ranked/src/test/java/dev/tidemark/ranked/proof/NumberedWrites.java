package dev.tidemark.ranked.proof;

import dev.tidemark.ranked.DiskEngine;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.tck.Stages;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Point;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.TimeRange;
import dev.tidemark.timeseries.Visit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;

/**
 * The writes of one thread, numbered from 1 on, each a single command of one of eight kinds. From what is stored it can be
 * told exactly up to which number they were done.
 */
final class NumberedWrites {

    static final int THREADS = 4;

    /** Each batch of each thread adds 1 here. */
    static final String SHARED_SERIES = "all";

    private static final Instant AT = Instant.parse("2026-11-15T12:00:00Z");
    private static final String NONE = "none";

    /** What is to be seen of a thread's writes. */
    record Seen(
            String score,
            String scoreOfTwin,
            String lastSet,
            String scratchTable,
            long counted,
            long visitors,
            List<Double> samples,
            long scratchSeries) {}

    private final int thread;
    private final String member;
    private final String twin;
    private final String scratch;

    NumberedWrites(int thread) {
        this.thread = thread;
        this.member = "writer " + thread;
        this.twin = "twin " + thread;
        this.scratch = "scratch " + thread;
    }

    CompletionStage<?> send(DiskEngine engine, long n) {
        return switch ((int) (n % 8)) {
            case 0 ->
                engine.rankings().increment("sums", List.of(new Increment(member, n), new Increment(twin, n)), null);
            case 1 -> engine.timeSeries().insert(batch(n));
            case 2 -> engine.rankings().increment("expiring", List.of(new Increment(member, n)), expiresIn(n));
            case 3 -> engine.rankings().set("last", Map.of(member, n));
            case 4 -> engine.rankings().set(scratch, Map.of(member, n));
            case 5 -> engine.timeSeries().insert(List.of(new Count(scratch, AT, n)));
            case 6 -> engine.rankings().drop(scratch);
            default -> engine.timeSeries().delete(scratch);
        };
    }

    private List<Event> batch(long n) {
        return List.of(
                new Count("counts " + thread, AT, n),
                new Visit("visits " + thread, AT, "visitor " + n),
                new Sample("samples " + thread, AT.plusMillis(n), n),
                new Count(SHARED_SERIES, AT, 1));
    }

    private static Duration expiresIn(long n) {
        return Duration.ofDays(1 + n % 30);
    }

    static long batches(long done) {
        return upTo(done, n -> n % 8 == 1).count();
    }

    private static LongStream upTo(long done, LongPredicate which) {
        return LongStream.rangeClosed(1, done).filter(which);
    }

    /** What has to be there once that many are done. */
    Seen after(long done) {
        long lastOf4 = upTo(done, n -> n % 8 == 4).max().orElse(0);
        long lastOf5 = upTo(done, n -> n % 8 == 5).max().orElse(0);
        return new Seen(
                sum(done, n -> n % 8 == 0),
                sum(done, n -> n % 8 == 0),
                text(upTo(done, n -> n % 8 == 3).max().orElse(0)),
                done < lastOf4 + 2 ? text(lastOf4) : NONE,
                upTo(done, n -> n % 8 == 1).sum(),
                batches(done),
                upTo(done, n -> n % 8 == 1).asDoubleStream().boxed().toList(),
                done < lastOf5 + 2 ? lastOf5 : 0);
    }

    /** The score of what expires, at a time that is so many days, and hours, after all that was done. */
    String expiringAfter(long done, int days) {
        return upTo(done, n -> n % 8 == 2).findAny().isPresent()
                ? Long.toString(upTo(done, n -> n % 8 == 2)
                        .filter(n -> expiresIn(n).toDays() > days)
                        .sum())
                : NONE;
    }

    private static String sum(long done, LongPredicate which) {
        return text(upTo(done, which).sum());
    }

    private static String text(long number) {
        return number == 0 ? NONE : Long.toString(number);
    }

    Seen in(DiskEngine engine) {
        List<Double> samples = new ArrayList<>();
        Stages.get(engine.timeSeries()
                        .samples(
                                "samples " + thread, new TimeRange(AT, AT.plus(Duration.ofDays(1))), Integer.MAX_VALUE))
                .forEach(sample -> samples.add(sample.value()));
        return new Seen(
                score(engine, "sums", member),
                score(engine, "sums", twin),
                score(engine, "last", member),
                score(engine, scratch, member),
                count(engine, "counts " + thread),
                Stages.get(engine.timeSeries().uniques("visits " + thread, Granularity.DAY, new TimeRange(AT, AT)))
                        .distinct(),
                List.copyOf(samples),
                count(engine, scratch));
    }

    String expiringIn(DiskEngine engine) {
        return score(engine, "expiring", member);
    }

    private static String score(DiskEngine engine, String table, String member) {
        return Stages.get(engine.rankings().rank(table, member, Order.ASC))
                .map(Ranked::score)
                .map(String::valueOf)
                .orElse(NONE);
    }

    static long count(DiskEngine engine, String series) {
        return Stages.get(engine.timeSeries().counts(series, Granularity.DAY, new TimeRange(AT, AT))).stream()
                .mapToLong(Point::value)
                .sum();
    }
}
