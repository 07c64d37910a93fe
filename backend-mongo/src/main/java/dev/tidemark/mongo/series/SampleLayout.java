package dev.tidemark.mongo.series;

import dev.tidemark.mongo.client.Kept;
import dev.tidemark.spi.Batch;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** How samples are kept. Times are in milliseconds. */
interface SampleLayout {

    /** As it stands in the settings. */
    String written();

    Kept kept();

    /** Writes the samples of some series, and answers which of them have a new document. */
    CompletionStage<Set<String>> write(List<Batch.OfSeries> series, long now);

    /** Some of the samples from {@code from} to {@code to}, the earliest of them, at least {@code wanted} if there are so many. */
    CompletionStage<Some> read(String series, long from, long to, int wanted, long now);

    /** Answers whether there were any. */
    CompletionStage<Boolean> delete(String series);

    /**
     * A part of what was asked for.
     *
     * @param next from when on to ask for the rest; null if this is all
     */
    record Some(SortedMap<Long, Double> samples, @Nullable Long next) {}
}
