package dev.tidemark.mongo.series;

import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.Summary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Samples of any layout, one by one and summed up, read in steps that fit into memory. */
final class SampleReads {

    private static final int SAMPLES_A_STEP = 10_000;

    private final SampleLayout layout;

    SampleReads(SampleLayout layout) {
        this.layout = layout;
    }

    CompletionStage<List<Sample>> read(String series, long from, long to, int limit, long now) {
        List<Sample> found = new ArrayList<>();
        return each(series, from, to, limit, now, sample -> {
                    found.add(sample);
                    return found.size() < limit;
                })
                .thenApply(done -> found);
    }

    CompletionStage<List<Summary>> summaries(String series, Granularity granularity, long first, long last, long now) {
        List<Summary> summaries = new ArrayList<>();
        long from = granularity.start(first).toEpochMilli();
        long to = granularity.start(last + 1).toEpochMilli() - 1;
        return each(series, from, to, SAMPLES_A_STEP, now, sample -> {
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

    /** Hands out samples in order of time, until {@code action} answers that it has enough. */
    private CompletionStage<@Nullable Void> each(
            String series, long from, long to, int wanted, long now, Predicate<Sample> action) {
        return layout.read(series, from, to, wanted, now).thenCompose(some -> {
            for (Map.Entry<Long, Double> sample : some.samples().entrySet()) {
                if (!action.test(new Sample(series, Instant.ofEpochMilli(sample.getKey()), sample.getValue()))) {
                    return CompletableFuture.completedFuture(null);
                }
            }
            Long next = some.next();
            return next == null || next > to
                    ? CompletableFuture.completedFuture(null)
                    : each(series, next, to, wanted, now, action);
        });
    }
}
