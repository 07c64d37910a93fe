package dev.tidemark.timeseries;

import dev.tidemark.Page;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Counts, visits and samples over time.
 *
 * <p>No method blocks and none throws: what goes wrong comes through the stage, as a {@link
 * dev.tidemark.TidemarkException}. An {@link dev.tidemark.InvalidValueException} and a {@link
 * dev.tidemark.NumberOverflowException} are certain: nothing was changed. A {@link
 * dev.tidemark.spi.BackendUnavailableException} on a write is not: the write may have been applied, wholly or in part.
 *
 * <p>A write that was answered is seen by every read that starts after the answer. All arguments are non-null; names
 * follow {@link dev.tidemark.Names}, times {@link dev.tidemark.Times}. Ranges are inclusive at both ends and rounded down
 * to the bucket, so seconds 0 to 120 at one minute are three points. Callers bound the number of points they ask for: the
 * store answers every bucket of the range, the empty ones included.
 *
 * <p>Retention is by the store's clock, from when something was written, not from when it happened: a backfill of last
 * year is kept as long as what is written for today.
 */
public interface TimeSeriesStore {

    /**
     * Stores a batch. Counts add up in every granularity; a visitor counts once in each bucket; of two samples of one
     * instant the one later in the list stays.
     *
     * <p>What falls into one bucket is merged before a server is asked. The batch is all or nothing on validation: if any
     * count of it would leave 64 bits, or the batch's own sum for one bucket does, nothing is stored. If a server fails in
     * the middle, whole series of the batch may be stored and others not; a series is stored wholly or not at all where
     * the backend can write it in one step, which its documentation says.
     *
     * @throws dev.tidemark.NumberOverflowException through the stage
     */
    CompletionStage<Void> insert(List<Event> events);

    /** The counts of each bucket in the range, in order of time; 0 where there is none. */
    CompletionStage<List<Point>> counts(String series, Granularity granularity, TimeRange range);

    /** How many different members visited, in each bucket and over the whole range. */
    CompletionStage<Uniques> uniques(String series, Granularity granularity, TimeRange range);

    /**
     * The samples of the range in order of time, the first {@code limit} of them.
     *
     * @param limit at least 1
     */
    CompletionStage<List<Sample>> samples(String series, TimeRange range, int limit);

    /**
     * The samples of each bucket that has any, summed up, in order of time. Both ends are rounded down to the bucket and
     * the last bucket counts as a whole. A summary is made from the samples that are kept, so it lives as long as they do.
     */
    CompletionStage<List<Summary>> summaries(String series, Granularity granularity, TimeRange range);

    /**
     * Inserts a count and answers the new value of its bucket, as one step: of two callers who add 1 at the same time, one
     * gets the value after its own and the other the value after both.
     */
    CompletionStage<Long> countAndGet(Count event, Granularity granularity);

    /**
     * Lists the series whose name starts with {@code prefix}, in order of their UTF-8 bytes. A series whose every bucket
     * is past its retention may still be listed, or not.
     *
     * @param prefix "" for all
     * @param after the name to go on after, "" to begin
     * @param limit at least 1
     */
    CompletionStage<Page<SeriesInfo>> series(String prefix, String after, int limit);

    /** Deletes everything of a series: counts, visits and samples. Answers whether there was anything. */
    CompletionStage<Boolean> delete(String series);
}
