package dev.tidemark.ranked.table;

import dev.tidemark.NumberOverflowException;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.ranking.Score;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Members and their scores: a map from name to score, an index by rank, and a heap of increments to undo.
 *
 * <p>Not thread-safe: {@code Tables} holds a lock for each. A change comes in two steps, so that it can be logged in
 * between: a method that checks it, and fails with nothing changed, answers the step that applies it, which cannot fail.
 */
public final class Table {

    private final String name;
    private final Map<String, Entry> members = new HashMap<>();
    private final RankIndex index = new RankIndex();
    private final ExpiryHeap expiries = new ExpiryHeap();
    private long retention = Long.MAX_VALUE;
    private long lastWrite;

    public Table(String name) {
        this.name = name;
    }

    public String name() {
        return name;
    }

    public boolean isEmpty() {
        return members.isEmpty();
    }

    /** Whether something is due by {@code now}: an undo, or the table itself. */
    public boolean isDue(long now) {
        return expiries.earliest() <= now || isPastRetention(now);
    }

    /** Does what is due by {@code now}. A table past its retention is empty afterwards. */
    public void settle(long now) {
        dropIfPastRetention(now);
        while (expiries.earliest() <= now) {
            Entry entry = expiries.earliestEntry();
            long amount = expiries.earliestAmount();
            expiries.removeEarliest();
            if (!entry.removed) {
                index.move(entry, clamp(entry.score - amount));
            }
        }
    }

    public void dropIfPastRetention(long now) {
        if (isPastRetention(now)) {
            clear();
        }
    }

    private boolean isPastRetention(long now) {
        return retention != Long.MAX_VALUE && now - lastWrite >= retention && !isEmpty();
    }

    /** Holds a sum within what a score may be. */
    public static long clamp(long score) {
        return Math.max(-RankingStore.MAX_SCORE, Math.min(RankingStore.MAX_SCORE, score));
    }

    public Supplier<@Nullable Void> set(long now, Map<String, Long> scores) {
        return () -> {
            scores.forEach(this::put);
            lastWrite = now;
            return null;
        };
    }

    /** As {@code RankingStore.increment}; a deadline of null is never. */
    public Supplier<List<Score>> increment(long now, List<Increment> increments, @Nullable Long deadline) {
        List<Score> scores = new ArrayList<>(increments.size());
        // Only a member that occurs twice in one command needs more than its entry to know where it stands.
        Map<String, Long> running = increments.size() == 1 ? Map.of() : new HashMap<>();
        for (Increment increment : increments) {
            String member = increment.member();
            Long before = running.get(member);
            long score = (before == null ? score(member) : before) + increment.by();
            if (score != clamp(score)) {
                throw NumberOverflowException.ofScore(name, member);
            }
            if (increments.size() > 1) {
                running.put(member, score);
            }
            scores.add(new Score(member, score));
        }
        return () -> {
            for (int i = 0; i < increments.size(); i++) {
                Entry entry = put(scores.get(i).member(), scores.get(i).score());
                if (deadline != null) {
                    expiries.add(deadline, entry, increments.get(i).by());
                }
            }
            lastWrite = now;
            return scores;
        };
    }

    public Supplier<Long> remove(long now, List<String> names) {
        return () -> {
            long removed = names.stream().filter(this::remove).count();
            lastWrite = now;
            return removed;
        };
    }

    public Supplier<@Nullable Void> retain(long now, Duration afterLastWrite) {
        return () -> {
            retention = afterLastWrite.toMillis();
            lastWrite = now;
            return null;
        };
    }

    /** Answers whether there was anything. */
    public Supplier<Boolean> drop() {
        return () -> {
            boolean there = !isEmpty();
            clear();
            return there;
        };
    }

    /** An empty table is thrown away, and what was pending with it. */
    public void clear() {
        members.values().forEach(entry -> entry.removed = true);
        members.clear();
    }

    private long score(String member) {
        Entry entry = members.get(member);
        return entry == null ? 0 : entry.score;
    }

    private Entry put(String member, long score) {
        Entry entry = members.get(member);
        if (entry == null) {
            entry = new Entry(member, score);
            members.put(member, entry);
            index.add(entry);
        } else if (entry.score != score) {
            index.move(entry, score);
        }
        return entry;
    }

    private boolean remove(String member) {
        Entry entry = members.remove(member);
        if (entry == null) {
            return false;
        }
        entry.removed = true;
        index.remove(entry);
        return true;
    }

    public RankPage range(Order order, long offset, int count) {
        if (offset >= index.size()) {
            return new RankPage(index.size(), List.of());
        }
        int from = (int) offset;
        int length = Math.min(count, index.size() - from);
        List<Ranked> entries = new ArrayList<>(length);
        index.forEach(
                order,
                from,
                length,
                entry -> entries.add(new Ranked(from + entries.size() + 1L, entry.member, entry.score)));
        return new RankPage(index.size(), entries);
    }

    public Optional<Ranked> rank(String member, Order order) {
        return Optional.ofNullable(members.get(member))
                .map(entry -> new Ranked(index.rank(entry, order) + 1L, entry.member, entry.score));
    }

    public RankPage around(String member, Order order, int radius) {
        Entry entry = members.get(member);
        if (entry == null) {
            return new RankPage(index.size(), List.of());
        }
        int rank = index.rank(entry, order);
        int from = Math.max(0, rank - radius);
        return range(order, from, (int) Math.min(Integer.MAX_VALUE, (long) rank + radius + 1 - from));
    }

    /** All members, in no order. */
    public List<Score> scores() {
        return members.values().stream()
                .map(entry -> new Score(entry.member, entry.score))
                .toList();
    }
}
