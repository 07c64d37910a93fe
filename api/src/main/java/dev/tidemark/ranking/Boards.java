package dev.tidemark.ranking;

import dev.tidemark.InvalidValueException;
import dev.tidemark.Names;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Leader boards by day, week, month and in total.
 *
 * <p>A hit on board {@code game} adds to the tables {@code game@total}, {@code game@2026-11}, {@code game@2026-W46} and
 * {@code game@2026-11-15} that it falls in. A day's table is kept 90 days after its last hit, a week's 366, the others for
 * ever. Hits may come before their time: the 90 or 366 days never begin before the day or week itself.
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
    private final InstantSource clock;

    /** Boards whose days begin and end as they do in {@code zone}. */
    public Boards(RankingStore store, ZoneId zone) {
        this(store, zone, InstantSource.system());
    }

    /**
     * Boards whose days begin and end as they do in {@code zone}.
     *
     * @param clock tells which tables may have expired; shows the same time as the store's clock
     */
    public Boards(RankingStore store, ZoneId zone, InstantSource clock) {
        this.store = store;
        this.zone = zone;
        this.clock = clock;
    }

    public CompletionStage<Void> hit(String board, String member, long by, Instant at) {
        return hit(board, List.of(new Hit(member, by, at)));
    }

    /**
     * Adds a batch of hits, all or nothing: a {@link dev.tidemark.NumberOverflowException} changes none of the tables. The
     * hits of one member that fall into the same table are added up first, and only the sum is checked. The retention of
     * the tables is renewed in the same step.
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
        // Stores count whole milliseconds: a part of one would let the retention of a hit for the future end too soon.
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        List<TableIncrements> changes = new ArrayList<>(byPeriod.size());
        byPeriod.forEach((period, increments) ->
                changes.add(new TableIncrements(table(board, period), increments, retention(period, now))));
        return store.incrementAll(changes);
    }

    /**
     * How long to keep the table of a period that is hit now. A hit for the future keeps it longer, as far as stores allow
     * that (100 years), so that no table expires before a whole retention has passed since its period began. {@link
     * #isComplete} relies on that.
     */
    private @Nullable Duration retention(BoardPeriod period, Instant now) {
        Duration retention = period.unit().retention();
        Instant start = start(period);
        if (retention == null || start.isBefore(now)) {
            return retention;
        }
        Duration longer = retention.plus(Duration.between(now, start));
        return longer.compareTo(RankingStore.MAX_DURATION) > 0 ? RankingStore.MAX_DURATION : longer;
    }

    private Instant start(BoardPeriod period) {
        return period.start().atStartOfDay(zone).toInstant();
    }

    /** The day that a time falls in; at the ends of time a zone can push it into a year that has no name. */
    private LocalDate day(Instant at) {
        LocalDate day = LocalDate.ofInstant(at, zone);
        if (day.getYear() < 1 || day.getYear() > 9999) {
            throw new InvalidValueException("at must fall into the years 1 to 9999 in " + zone + ", but is " + at);
        }
        return day;
    }

    /** The first {@code n} of one period. */
    public CompletionStage<RankPage> top(String board, BoardPeriod period, int n) {
        requireBoard(board);
        return store.range(table(board, period), Order.DESC, 0, n);
    }

    /**
     * The first {@code n} over some days, both included. The result may be 10 minutes old.
     *
     * <p>It is the union of the tables of months, weeks and days that {@link BoardCover} chooses: whole months and weeks
     * within the days are taken from their own tables, so a year is a dozen tables, and days whose own table has expired
     * still count where their week or month lies within the days as a whole. Of a whole month it is never less than the
     * month's own table has.
     */
    public CompletionStage<RankPage> topBetween(String board, LocalDate firstDay, LocalDate lastDay, int n) {
        requireBoard(board);
        requireOrder(firstDay, lastDay);
        Instant now = clock.instant();
        List<String> tables = new BoardCover(firstDay, lastDay)
                .periods(period -> isComplete(period, now)).stream()
                        .map(period -> table(board, period))
                        .toList();
        return store.union(tables, Order.DESC, n, UNION_MAX_AGE);
    }

    /**
     * Whether the table of a period is known to have every hit. That it is there does not tell: it may have expired and
     * begun again with a late hit. But until its retention has passed since its period began it cannot have expired, and
     * if it is not there, there were no hits.
     */
    private boolean isComplete(BoardPeriod period, Instant now) {
        Duration retention = period.unit().retention();
        return retention == null || now.isBefore(start(period).plus(retention));
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
