package dev.tidemark.ranking;

import dev.tidemark.InvalidValueException;
import dev.tidemark.Names;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Leader boards by day, week, month and in total.
 *
 * <p>A hit on board {@code game} adds to the tables {@code game@total}, {@code game@2026-11}, {@code game@2026-W46} and
 * {@code game@2026-11-15} that it falls in. A day's table is kept 90 days after its last hit, a week's 366, the others for
 * ever.
 *
 * <p>Bad arguments throw an {@link InvalidValueException} at once; everything else comes through the stage.
 */
public final class Boards {

    /** What a board's name must leave room for in its tables' names: {@code @2026-11-15}. */
    private static final int SUFFIX_BYTES = 11;

    private static final Duration UNION_MAX_AGE = Duration.ofMinutes(10);

    private static final Comparator<BoardPeriod> WIDEST_FIRST =
            Comparator.comparing(BoardPeriod::unit).thenComparing(BoardPeriod::start);

    private final RankingStore store;
    private final ZoneId zone;

    /** Boards whose days begin and end as they do in {@code zone}. */
    public Boards(RankingStore store, ZoneId zone) {
        this.store = store;
        this.zone = zone;
    }

    public CompletionStage<Void> hit(String board, String member, long by, Instant at) {
        return hit(board, List.of(new Hit(member, by, at)));
    }

    /**
     * Adds a batch of hits. Each table is changed as a whole or not at all, one after the other, the widest period first:
     * where all hits are positive, what overflows does so in the total, before anything is changed. If the store fails in
     * the middle, the later tables miss the batch.
     */
    public CompletionStage<Void> hit(String board, List<Hit> hits) {
        requireBoard(board);
        Map<BoardPeriod, List<Increment>> byPeriod = new TreeMap<>(WIDEST_FIRST);
        for (Hit hit : hits) {
            LocalDate day = day(hit.at());
            Increment increment = new Increment(hit.member(), hit.by());
            for (BoardPeriod.Unit unit : BoardPeriod.Unit.values()) {
                byPeriod.computeIfAbsent(BoardPeriod.of(unit, day), period -> new ArrayList<>())
                        .add(increment);
            }
        }
        CompletionStage<Void> done = CompletableFuture.completedFuture(null);
        for (Map.Entry<BoardPeriod, List<Increment>> change : byPeriod.entrySet()) {
            done = done.thenCompose(before -> add(board, change.getKey(), change.getValue()));
        }
        return done;
    }

    /** The day that a time falls in; at the ends of time a zone can push it into a year that has no name. */
    private LocalDate day(Instant at) {
        LocalDate day = LocalDate.ofInstant(at, zone);
        if (day.getYear() < 1 || day.getYear() > 9999) {
            throw new InvalidValueException("at must fall into the years 1 to 9999 in " + zone + ", but is " + at);
        }
        return day;
    }

    private CompletionStage<Void> add(String board, BoardPeriod period, List<Increment> increments) {
        String table = table(board, period);
        Duration retention = period.unit().retention();
        CompletionStage<List<Score>> added = store.increment(table, increments, null);
        return retention == null
                ? added.thenAccept(scores -> {})
                : added.thenCompose(scores -> store.retain(table, retention));
    }

    /** The first {@code n} of one period. */
    public CompletionStage<RankPage> top(String board, BoardPeriod period, int n) {
        requireBoard(board);
        return store.range(table(board, period), Order.DESC, 0, n);
    }

    /**
     * The first {@code n} over some days, both included. The answer may be 10 minutes old. Whole months and weeks within
     * the days are taken from their own tables, so a year is a dozen tables, and days whose own table is gone still count
     * where their week or month is asked for as a whole.
     */
    public CompletionStage<RankPage> topBetween(String board, LocalDate firstDay, LocalDate lastDay, int n) {
        requireBoard(board);
        requireOrder(firstDay, lastDay);
        List<String> tables = cover(firstDay, lastDay).stream()
                .map(period -> table(board, period))
                .toList();
        return store.union(tables, Order.DESC, n, UNION_MAX_AGE);
    }

    /** The widest periods that lie within the days, one after the other. */
    private static List<BoardPeriod> cover(LocalDate firstDay, LocalDate lastDay) {
        List<BoardPeriod> periods = new ArrayList<>();
        LocalDate day = firstDay;
        while (!day.isAfter(lastDay)) {
            BoardPeriod period = widestFrom(day, lastDay);
            periods.add(period);
            day = period.end();
        }
        return periods;
    }

    private static BoardPeriod widestFrom(LocalDate day, LocalDate lastDay) {
        for (BoardPeriod.Unit unit : List.of(BoardPeriod.Unit.MONTH, BoardPeriod.Unit.WEEK)) {
            BoardPeriod period = BoardPeriod.of(unit, day);
            if (period.start().equals(day) && !period.end().isAfter(lastDay.plusDays(1))) {
                return period;
            }
        }
        return BoardPeriod.of(BoardPeriod.Unit.DAY, day);
    }

    /** A member's score and rank on each of some days, both ends included. */
    public CompletionStage<List<DayStat>> stats(String board, String member, LocalDate firstDay, LocalDate lastDay) {
        requireBoard(board);
        Names.require("member", member);
        requireOrder(firstDay, lastDay);
        List<CompletableFuture<DayStat>> days = firstDay.datesUntil(lastDay.plusDays(1))
                .map(day -> stat(board, member, day).toCompletableFuture())
                .toList();
        return CompletableFuture.allOf(days.toArray(CompletableFuture<?>[]::new))
                .thenApply(done -> days.stream().map(CompletableFuture::join).toList());
    }

    private CompletionStage<DayStat> stat(String board, String member, LocalDate day) {
        return store.rank(table(board, BoardPeriod.of(BoardPeriod.Unit.DAY, day)), member, Order.DESC)
                .thenApply(found -> found.map(ranked -> new DayStat(day, ranked.score(), ranked.rank()))
                        .orElseGet(() -> new DayStat(day, 0, null)));
    }

    /** The name of the table that a board keeps for a period. */
    public static String table(String board, BoardPeriod period) {
        return board + "@" + period.label();
    }

    private static void requireBoard(String board) {
        Names.requireForPath("board", board, Names.MAX_BYTES - SUFFIX_BYTES);
    }

    private static void requireOrder(LocalDate firstDay, LocalDate lastDay) {
        if (firstDay.isAfter(lastDay)) {
            throw new InvalidValueException("from must not be after to, but " + firstDay + " is after " + lastDay);
        }
    }
}
