package dev.tidemark.redis.series;

import dev.tidemark.NumberOverflowException;
import dev.tidemark.redis.Keys;
import dev.tidemark.redis.client.Script;
import dev.tidemark.redis.client.Server;
import dev.tidemark.spi.Batch;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes events.
 *
 * <p>A batch goes out as one call of the insert script if it is small, otherwise as several that are sent together. Each of them
 * is carried out as a whole. If a count of one of them would leave 64 bits, what the others added is taken back; visits and samples
 * cannot be, so those of a larger batch are sent when its counts are in.
 */
final class Inserts {

    private final Server server;
    private final Layouts layouts;
    private final SeriesList list;
    private final Script script;

    Inserts(Server server, Layouts layouts, SeriesList list) {
        this.server = server;
        this.layouts = layouts;
        this.list = list;
        this.script = Script.withConstants(
                layouts.types().stream().map(KeyClass::lua).collect(Collectors.joining(",", "local classes={", "}\n")),
                "insert.lua");
    }

    CompletionStage<@Nullable Void> insert(List<Event> events, boolean cluster) {
        Batch batch = new Batch(events);
        boolean small = events.size() * layouts.granularities().size() <= InsertCalls.CHANGES_A_CALL;
        if (small && (!cluster || batch.series().size() == 1)) {
            InsertCalls single = InsertCalls.single(script, cluster, 0);
            batch.series().forEach(series -> writeCounts(series, single));
            batch.series().forEach(series -> writeOthers(series, single));
            return Server.first(run(single.all())).thenCompose(list::add);
        }
        InsertCalls counts = InsertCalls.of(script, cluster);
        batch.series().forEach(series -> writeCounts(series, counts));
        InsertCalls others = InsertCalls.of(script, cluster);
        batch.series().forEach(series -> writeOthers(series, others));
        return run(counts.all())
                .thenCompose(newCounts -> run(others.all()).thenCompose(newOthers -> {
                    newCounts.addAll(newOthers);
                    return list.add(newCounts);
                }));
    }

    CompletionStage<Long> countAndGet(Count event, Granularity granularity, boolean cluster) {
        // A single count has one key in every granularity, in this order.
        int wanted = layouts.granularities().indexOf(granularity) + 1;
        InsertCalls single = InsertCalls.single(script, cluster, wanted);
        new Batch(List.of(event)).series().forEach(series -> writeCounts(series, single));
        InsertCall call = single.all().get(0);
        CompletionStage<InsertOutcome> counted =
                server.runAll(List.of(call.call())).thenApply(answers -> InsertOutcome.of(call, answers.get(0)));
        return Server.first(counted).thenCompose(outcome -> {
            if (outcome.overflow() != null) {
                throw NumberOverflowException.ofCount(event.series());
            }
            return list.add(outcome.fresh()).thenApply(listed -> outcome.count());
        });
    }

    private void writeCounts(Batch.OfSeries series, InsertCalls calls) {
        if (series.hasCounts()) {
            String prefix = Keys.series(series.name());
            calls.begin(series.name(), Event.Kind.COUNT);
            for (Granularity granularity : layouts.granularities()) {
                layouts.counts().add(calls, prefix, granularity, series.amounts(granularity));
            }
            calls.end();
        }
    }

    private void writeOthers(Batch.OfSeries series, InsertCalls calls) {
        String prefix = Keys.series(series.name());
        if (series.hasVisits()) {
            calls.begin(series.name(), Event.Kind.VISIT);
            for (Granularity granularity : layouts.granularities()) {
                layouts.visits(series.name()).add(calls, prefix, granularity, series.members(granularity));
            }
            calls.end();
        }
        if (series.hasSamples()) {
            calls.begin(series.name(), Event.Kind.SAMPLE);
            layouts.samples().add(calls, prefix, series.samples());
            calls.end();
        }
    }

    /** Runs calls together, all or nothing as far as overflow goes, and answers what is not listed yet. */
    private CompletionStage<List<ListEntry>> run(List<InsertCall> calls) {
        return server.runAll(calls.stream().map(InsertCall::call).toList()).thenCompose(answers -> {
            List<InsertOutcome> outcomes = new ArrayList<>(calls.size());
            for (int i = 0; i < calls.size(); i++) {
                outcomes.add(InsertOutcome.of(calls.get(i), answers.get(i)));
            }
            for (InsertOutcome outcome : outcomes) {
                ListEntry overflow = outcome.overflow();
                if (overflow != null) {
                    return takeBack(outcomes).thenApply(taken -> {
                        throw NumberOverflowException.ofCount(overflow.series());
                    });
                }
            }
            List<ListEntry> fresh = new ArrayList<>();
            outcomes.forEach(outcome -> fresh.addAll(outcome.fresh()));
            return CompletableFuture.completedFuture(fresh);
        });
    }

    /** Takes back what calls added whose neighbour overflowed. What others added meanwhile stays, and has to be listed. */
    private CompletionStage<@Nullable Void> takeBack(List<InsertOutcome> outcomes) {
        List<InsertOutcome> added =
                outcomes.stream().filter(outcome -> outcome.overflow() == null).toList();
        return server.runAll(
                        added.stream().map(outcome -> outcome.call().opposite()).toList())
                .thenCompose(answers -> {
                    List<ListEntry> left = new ArrayList<>();
                    for (int i = 0; i < added.size(); i++) {
                        Set<ListEntry> there = added.get(i).call().entries(answers.get(i));
                        added.get(i).fresh().stream().filter(there::contains).forEach(left::add);
                    }
                    return list.add(left);
                });
    }
}
