package dev.tidemark.mongo.series;

import dev.tidemark.NumberOverflowException;
import dev.tidemark.spi.Batch;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Precision;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Writes events: the counts of a batch first, all granularities together, and if none of them leaves 64 bits its visits and
 * samples. If one does, what the others added is taken back.
 */
final class Inserts {

    private final Layouts layouts;
    private final SeriesList list;
    private final Writes counting;

    Inserts(Layouts layouts, SeriesList list) {
        this.layouts = layouts;
        this.list = list;
        this.counting = new Writes(layouts.counts().collection());
    }

    CompletionStage<@Nullable Void> insert(List<Event> events, long now) {
        Batch batch = new Batch(events);
        return counts(batch, now)
                .thenCompose(done -> visits(batch, Precision.EXACT, now))
                .thenCompose(done -> visits(batch, Precision.APPROXIMATE, now))
                .thenCompose(done -> samples(batch, now));
    }

    private CompletionStage<@Nullable Void> counts(Batch batch, long now) {
        List<Writes.Upsert> upserts = new ArrayList<>();
        for (Batch.OfSeries series : having(batch, Batch.OfSeries::hasCounts)) {
            upserts.addAll(adding(series, now));
        }
        return counting.run(upserts, now).thenCompose(outcome -> {
            if (outcome.overflown().isEmpty()) {
                return list.add(Writes.seriesMade(outcome, upserts), Event.Kind.COUNT);
            }
            int first = outcome.overflown().iterator().next();
            return refuse(upserts.get(first).id().getString(Ids.SERIES), upserts, outcome, now);
        });
    }

    private List<Writes.Upsert> adding(Batch.OfSeries series, long now) {
        List<Writes.Upsert> upserts = new ArrayList<>();
        for (Granularity granularity : layouts.granularities()) {
            upserts.addAll(layouts.counts().adding(series.name(), granularity, series.amounts(granularity), now));
        }
        return upserts;
    }

    private CompletionStage<?> takeBack(List<Writes.Upsert> upserts, Set<Integer> exceptFor, long now) {
        List<Writes.Upsert> opposite = new ArrayList<>();
        for (int i = 0; i < upserts.size(); i++) {
            if (!exceptFor.contains(i)) {
                opposite.addAll(Counts.takingBack(upserts.get(i)));
            }
        }
        return counting.run(opposite, now);
    }

    private CompletionStage<@Nullable Void> visits(Batch batch, Precision precision, long now) {
        List<Batch.OfSeries> series =
                having(batch, one -> one.hasVisits() && layouts.precision(one.name()) == precision);
        return series.isEmpty()
                ? CompletableFuture.completedFuture(null)
                : layouts.visits(precision).write(series, now).thenCompose(fresh -> list.add(fresh, Event.Kind.VISIT));
    }

    private CompletionStage<@Nullable Void> samples(Batch batch, long now) {
        List<Batch.OfSeries> series = having(batch, Batch.OfSeries::hasSamples);
        return series.isEmpty()
                ? CompletableFuture.completedFuture(null)
                : layouts.samples().write(series, now).thenCompose(fresh -> list.add(fresh, Event.Kind.SAMPLE));
    }

    private static List<Batch.OfSeries> having(Batch batch, Predicate<Batch.OfSeries> what) {
        return batch.series().stream().filter(what).toList();
    }

    CompletionStage<Long> countAndGet(Count event, Granularity granularity, long now) {
        Batch.OfSeries series = new Batch(List.of(event)).series().iterator().next();
        List<Writes.Upsert> others = adding(series, now);
        // A single count has one document in every granularity, in this order.
        Writes.Upsert own = others.remove(layouts.granularities().indexOf(granularity));
        int place = layouts.counts().place(granularity, granularity.bucket(event.at()));
        return counting.run(others, now)
                .thenCompose(outcome -> outcome.overflown().isEmpty()
                        ? layouts.counts()
                                .addAndGet(own, place, now)
                                .thenCompose(count -> count.isEmpty()
                                        ? this.<Long>refuse(event.series(), others, outcome, now)
                                        : listIfNew(event, count.getAsLong(), outcome)
                                                .thenApply(listed -> count.getAsLong()))
                        : this.<Long>refuse(event.series(), others, outcome, now));
    }

    /** Whether the document that was asked for is new is not told, but its count is not what was added if it is not. */
    private CompletionStage<@Nullable Void> listIfNew(Count event, long count, Writes.Outcome others) {
        return others.made().isEmpty() && count != event.amount()
                ? CompletableFuture.completedFuture(null)
                : list.add(Set.of(event.series()), Event.Kind.COUNT);
    }

    /**
     * Takes back what was added and removes the documents that were made for it. One that another writer has added to meanwhile
     * stays, and its series is listed: that writer found the document there.
     */
    private <T> CompletionStage<T> refuse(
            String series, List<Writes.Upsert> upserts, Writes.Outcome outcome, long now) {
        List<Document> made =
                outcome.made().stream().map(number -> upserts.get(number).id()).toList();
        return takeBack(upserts, outcome.overflown(), now)
                .thenCompose(taken -> layouts.counts().removeZeros(made))
                .thenCompose(left -> list.add(
                        left.stream().map(id -> id.getString(Ids.SERIES)).collect(Collectors.toSet()),
                        Event.Kind.COUNT))
                .thenApply(done -> {
                    throw NumberOverflowException.ofCount(series);
                });
    }
}
