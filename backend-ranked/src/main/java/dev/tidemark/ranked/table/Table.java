package dev.tidemark.ranked.table;

import dev.tidemark.NumberOverflowException;
import dev.tidemark.ranked.bytes.RecordSink;
import dev.tidemark.ranked.bytes.RecordSource;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Lookup;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.ranking.Score;
import dev.tidemark.ranking.TableIncrements;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Members with their scores, and the increments that are to be undone. No call takes longer than what it is given or answers
 * is long, times O(log n); a {@link #cut} takes an array of n / 1024.
 *
 * <p>Any number of readers, or one writer: {@code Tables} holds a lock for each.
 */
public final class Table {

    /*
     * To undo one increment moves a member in the index, and costs about as much as eight members do when all of them are
     * sorted. So if more are due than an eighth of the members, the rest of these are taken off the scores, and then the
     * members are sorted: after a night's sleep, or when all that was counted in one batch runs out in the same moment. To
     * sort takes memory, about half of what the table has. Where there is not as much, all are undone one by one: what was
     * written has to expire, however full the store is.
     */
    private static final int FEW_OF_ALL = 8;

    private static final int FEW = 256;

    /** How much is looked at to free the memory of undos that were cancelled: so many parts of a few thousand undos. */
    private static final int MAX_VISITS = 8;

    private static final int REMOVED_A_VISIT = 256;

    private interface ScoreSetter {
        void set(int id, long score);
    }

    private final String name;
    private Members members;
    private Expiries expiries;
    private long retention;
    private long lastWrite;
    private long lastUndone;

    public Table(String name) {
        this(name, new Members(), new Expiries(), Long.MAX_VALUE, 0, Long.MIN_VALUE);
    }

    Table(String name, Members members, Expiries expiries, long retention, long lastWrite, long lastUndone) {
        this.name = name;
        this.members = members;
        this.expiries = expiries;
        this.retention = retention;
        this.lastWrite = lastWrite;
        this.lastUndone = lastUndone;
    }

    public String name() {
        return name;
    }

    public boolean isEmpty() {
        return members.size() == 0;
    }

    public int size() {
        return members.size();
    }

    /** Holds a sum within what a score may be. */
    public static long clamp(long score) {
        return Math.max(-RankingStore.MAX_SCORE, Math.min(RankingStore.MAX_SCORE, score));
    }

    /** Fails if any of the increments, one after the other, would take a score out of its limits. */
    public void checkIncrement(List<Increment> by) {
        if (!isWithinLimits(members.reach(), by) && !isWithinLimits(members.exactReach(), by)) {
            checkEachScore(by);
        }
    }

    /** Whether no score can leave its limits if none is further from 0 than {@code reach} before. */
    private static boolean isWithinLimits(long reach, List<Increment> by) {
        long furthest = reach;
        for (int i = 0; i < by.size() && furthest <= RankingStore.MAX_SCORE; i++) {
            furthest += Math.abs(by.get(i).by());
        }
        return furthest <= RankingStore.MAX_SCORE;
    }

    /** The slow and exact way, for tables that have come near the limits. */
    private void checkEachScore(List<Increment> by) {
        Map<String, Long> running = new HashMap<>();
        for (Increment increment : by) {
            long score = running.computeIfAbsent(increment.member(), this::scoreOrZero) + increment.by();
            if (score != clamp(score)) {
                throw NumberOverflowException.ofScore(name, increment.member());
            }
            running.put(increment.member(), score);
        }
    }

    private long scoreOrZero(String member) {
        int id = members.find(member);
        return id == Members.NONE ? 0 : members.score(id);
    }

    /** As {@code RankingStore.increment}, for what was {@linkplain #checkIncrement checked}; a deadline of null is never. */
    public List<Score> increment(long now, List<Increment> by, @Nullable Long deadline) {
        Score[] scores = new Score[by.size()];
        for (int i = 0; i < scores.length; i++) {
            Increment increment = by.get(i);
            int id = members.increment(increment.member(), increment.by());
            if (deadline != null) {
                expiries.add(deadline, id, members.generation(id), increment.by());
            }
            scores[i] = new Score(increment.member(), members.score(id));
        }
        lastWrite = now;
        return Arrays.asList(scores);
    }

    /** As {@code RankingStore.incrementAll} does for one table, for what was {@linkplain #checkIncrement checked}. */
    public void increment(long now, TableIncrements change) {
        increment(now, change.increments(), null);
        if (change.retention() != null) {
            retain(now, change.retention());
        }
    }

    public void set(long now, Map<String, Long> scores) {
        scores.forEach(members::set);
        lastWrite = now;
    }

    /** Removes members and cancels their undos. Answers how many were there. */
    public long remove(long now, List<String> names) {
        long before = members.size();
        names.forEach(members::remove);
        long removed = before - members.size();
        if (removed > 0) {
            lastWrite = now;
            reclaim(1 + (int) Math.min(MAX_VISITS, removed / REMOVED_A_VISIT));
        }
        return removed;
    }

    /**
     * Frees some of the memory of undos that were cancelled, if they are many. Bounded, and cheap where there is nothing to
     * free: each call looks at other parts of them, around and around.
     */
    public void reclaim() {
        reclaim(MAX_VISITS);
    }

    private void reclaim(int visits) {
        for (int i = 0; i < visits && expiries.size() > 0; i++) {
            expiries.reclaim((id, generation) -> members.generation(id) == generation);
        }
    }

    /** How many undos are pending, those that were cancelled and not freed yet included. */
    public int pending() {
        return expiries.size();
    }

    public void retain(long now, Duration afterLastWrite) {
        retention = afterLastWrite.toMillis();
        lastWrite = now;
    }

    /** Lets go of all members, of what is pending, and of the retention. */
    public void clear() {
        members = new Members();
        expiries = new Expiries();
        retention = Long.MAX_VALUE;
    }

    public boolean isPastRetention(long now) {
        return retention != Long.MAX_VALUE && now - lastWrite >= retention && !isEmpty();
    }

    /** The first deadline, be it of an undo that is cancelled; {@link Long#MAX_VALUE} if nothing is pending. */
    public long nextDeadline() {
        return expiries.earliest();
    }

    /**
     * Undoes what is due by {@code now} in order of deadline.
     *
     * @param hasRoom whether there is memory for something that takes so many bytes for a while. Without it this takes longer
     */
    public void undo(long now, LongPredicate hasRoom) {
        int few = FEW + members.size() / FEW_OF_ALL;
        for (int i = 0; i < few && expiries.earliest() <= now; i++) {
            undoEarliest(members::setScore);
        }
        boolean sorting = expiries.earliest() <= now && hasRoom.test(members.bytesToSort());
        ScoreSetter setter = sorting ? members::setUnsorted : members::setScore;
        while (expiries.earliest() <= now) {
            undoEarliest(setter);
        }
        if (sorting) {
            members.sort();
        }
    }

    private void undoEarliest(ScoreSetter setter) {
        int id = expiries.earliestId();
        if (members.generation(id) == expiries.earliestGeneration()) {
            setter.set(id, clamp(members.score(id) - expiries.earliestAmount()));
            lastUndone = expiries.earliest();
        }
        expiries.removeEarliest();
    }

    /** The deadline of the last undo that was carried out, or {@link Long#MIN_VALUE} if there was none. */
    public long lastUndone() {
        return lastUndone;
    }

    public void forgetLastUndone() {
        lastUndone = Long.MIN_VALUE;
    }

    public RankPage range(Order order, long offset, int count) {
        int size = members.size();
        if (offset >= size) {
            return new RankPage(size, List.of());
        }
        int from = (int) offset;
        int length = Math.min(count, size - from);
        List<Ranked> entries = new ArrayList<>(length);
        members.forEach(
                order,
                from,
                length,
                (id, score) -> entries.add(new Ranked(from + entries.size() + 1L, members.name(id), score)));
        return new RankPage(size, entries);
    }

    public Optional<Ranked> rank(String member, Order order) {
        int id = members.find(member);
        return id == Members.NONE
                ? Optional.empty()
                : Optional.of(new Ranked(members.rank(id, order) + 1L, member, members.score(id)));
    }

    public Lookup lookup(List<String> names, Order order) {
        return new Lookup(
                members.size(), names.stream().map(name -> rank(name, order)).toList());
    }

    public RankPage around(String member, Order order, int radius) {
        int id = members.find(member);
        if (id == Members.NONE) {
            return new RankPage(members.size(), List.of());
        }
        int rank = members.rank(id, order);
        int from = Math.max(0, rank - radius);
        return range(order, from, (int) Math.min(Integer.MAX_VALUE, (long) rank + radius + 1 - from));
    }

    /** All members, in no order. This goes through all of them; {@link Cut#scores} does so without a lock. */
    public List<Score> scores() {
        return scores(members.view());
    }

    private static List<Score> scores(Roster.Cut roster) {
        List<Score> scores = new ArrayList<>(roster.size());
        roster.forEach((id, member, score) -> scores.add(new Score(member, score)));
        return scores;
    }

    /**
     * Answers the state of now, for another thread to write while this table goes on. It counts as a change, as to locks:
     * what is changed later is copied first, some kilobytes at a time.
     */
    public Cut cut() {
        return new Cut(retention, lastWrite, lastUndone, members.cut(), expiries.cut());
    }

    /** Reads what a {@link Cut} wrote. */
    public static Table read(String name, RecordSource source) throws IOException {
        return CutFormat.read(name, source);
    }

    /** A table as it was once. It does not change, and needs no lock. */
    public static final class Cut {

        private final long retention;
        private final long lastWrite;
        private final long lastUndone;
        private final Roster.Cut roster;
        private final Expiries.Cut expiries;

        private Cut(long retention, long lastWrite, long lastUndone, Roster.Cut roster, Expiries.Cut expiries) {
            this.retention = retention;
            this.lastWrite = lastWrite;
            this.lastUndone = lastUndone;
            this.roster = roster;
            this.expiries = expiries;
        }

        /** Writes everything but the table's name. */
        public void writeTo(RecordSink sink) throws IOException {
            CutFormat.write(this, sink);
        }

        /** All members, in no order. */
        public List<Score> scores() {
            return Table.scores(roster);
        }

        public int size() {
            return roster.size();
        }

        long retention() {
            return retention;
        }

        long lastWrite() {
            return lastWrite;
        }

        long lastUndone() {
            return lastUndone;
        }

        Roster.Cut roster() {
            return roster;
        }

        Expiries.Cut expiries() {
            return expiries;
        }
    }
}
