package dev.tidemark.ranking;

import dev.tidemark.Page;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Tables of members and their scores, ordered by score.
 *
 * <p>Ties are ordered by the member's UTF-8 bytes, ascending; descending order is the exact reverse. Every backend gives
 * the same order to the byte. Ranks count from 1, offsets from 0. A table is there as long as it has members.
 *
 * <p>No method blocks and none throws: what goes wrong comes through the stage, as a {@link
 * dev.tidemark.TidemarkException}. A command with several members is atomic: all of it or none, and no read sees a part.
 * An {@link dev.tidemark.InvalidValueException} and a {@link dev.tidemark.NumberOverflowException} are certain: nothing
 * was changed. A {@link dev.tidemark.spi.BackendUnavailableException} on a write is not: the command may have been applied,
 * as a whole.
 *
 * <p>Every read, and every write, happens after every undo that is due. A write that was answered is seen by every read
 * that starts after the answer.
 */
public interface RankingStore {

    /** Scores lie within ± this, 2^53−1: what every backend keeps exactly. */
    long MAX_SCORE = (1L << 53) - 1;

    /** The longest time that an increment may count before it is undone, or that a table may be retained. */
    Duration MAX_DURATION = Duration.ofDays(36_600);

    /** Sets scores, whatever they were. Pending undos stay pending: they take their amount off the new score. */
    CompletionStage<Void> set(String table, Map<String, Long> scores);

    /**
     * Adds to scores, in the order of the list; a member may occur more than once.
     *
     * <p>With {@code expiresIn}, each increment counts until its deadline, by the store's clock, and is undone exactly
     * once then: whoever reads, however many instances run and whatever was down meanwhile. A member stays in the table
     * when it falls back to 0. An expiry that would leave ±{@link #MAX_SCORE} stops there. That takes a score near the limit
     * that changed in between: by a {@link #set}, or by an increment in the other direction than the one that expires.
     *
     * @param expiresIn null, or 1 ms to {@link #MAX_DURATION}
     * @return for each increment the member's score right after it
     * @throws dev.tidemark.NumberOverflowException through the stage, if any score would leave ±{@link #MAX_SCORE}
     */
    CompletionStage<List<Score>> increment(String table, List<Increment> by, @Nullable Duration expiresIn);

    /**
     * Adds to scores in several tables, all or nothing, and sets the retention of each in the same step: a crash leaves
     * none of them changed, or all of them changed and retained. Retention counts from this write.
     *
     * <p>The tables belong together: their names are the same up to the first {@code @}, as those of a board are, so that
     * on a cluster they are on the same node. A table occurs at most once.
     *
     * <p>The increments of one member in one table are added up first, and only the sum is checked: it may not leave
     * ±{@link #MAX_SCORE}, and neither may the score after it. A backend gets each member of a table once.
     *
     * @throws dev.tidemark.NumberOverflowException through the stage, if any sum or score would leave ±{@link #MAX_SCORE}
     */
    CompletionStage<Void> incrementAll(List<TableIncrements> changes);

    /**
     * The entries from {@code offset} on, at most {@code count} of them. An offset past the end, and a table that is not
     * there, give an empty page.
     *
     * @param offset at least 0
     * @param count at least 0
     */
    CompletionStage<RankPage> range(String table, Order order, long offset, int count);

    /** A member's rank and score, or empty if it is not in the table. */
    CompletionStage<Optional<Ranked>> rank(String table, String member, Order order);

    /**
     * The rank and score of each member, in the order asked and as of one moment; empty for a member that is not in the
     * table. {@code total} is the size of the table at that moment.
     */
    CompletionStage<Lookup> lookup(String table, List<String> members, Order order);

    /**
     * A member with up to {@code radius} neighbours on either side; no entries if the member is not there.
     *
     * @param radius at least 0
     */
    CompletionStage<RankPage> around(String table, String member, Order order, int radius);

    /**
     * The first {@code count} entries of the tables taken together, the scores of a member added up. A table that is named
     * twice counts once; one that is not there counts as empty. Sums stop at ±{@link #MAX_SCORE}.
     *
     * <p>The result may be up to {@code maxAge} old: it is kept that long and given to whoever asks for the same tables.
     * Callers who ask at the same time share one computation.
     *
     * @param count at least 0
     * @param maxAge zero computes it anew
     */
    CompletionStage<RankPage> union(List<String> tables, Order order, int count, Duration maxAge);

    /** Removes members and cancels their pending undos. Answers how many were there. */
    CompletionStage<Long> remove(String table, List<String> members);

    /** Removes a table with its pending undos and its retention. Answers whether it was there. */
    CompletionStage<Boolean> drop(String table);

    /**
     * From now on the table is dropped once nobody has written to it for {@code afterLastWrite}; an undo is not a write.
     * Does nothing to a table that is not there.
     *
     * @param afterLastWrite 1 ms to {@link #MAX_DURATION}; this call counts as a write
     */
    CompletionStage<Void> retain(String table, Duration afterLastWrite);

    /**
     * Lists the tables whose name starts with {@code prefix}, in order of their UTF-8 bytes.
     *
     * @param prefix "" for all
     * @param after the name to go on after, "" to begin
     * @param limit at least 1
     */
    CompletionStage<Page<String>> tables(String prefix, String after, int limit);

    /** Drops every table, and forgets every union that was kept. */
    CompletionStage<Void> flushAll();
}
