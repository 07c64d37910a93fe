package dev.tidemark.ranked.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.NumberOverflowException;
import dev.tidemark.Page;
import dev.tidemark.ranked.DiskEngine;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.tck.Stages;
import dev.tidemark.tck.TestClock;
import dev.tidemark.tck.naive.NaiveBackend;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.PrecisionRules;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.SeriesInfo;
import dev.tidemark.timeseries.TimeRange;
import dev.tidemark.timeseries.TimeSeriesStore;
import dev.tidemark.timeseries.Visit;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Gives the same random commands to the engine and to a model, lets time pass, takes snapshots and restarts the engine, and
 * compares every answer.
 *
 * <p>The clock may be set back as well. Two rules make what follows certain. Undos that were carried out stay carried out,
 * and to be sure that all that were due have been, everything is looked at before. What went past its retention may have
 * been dropped by now or not, because that happens in the background: so no clock is set back to before anything did.
 */
final class RandomWalk implements AutoCloseable {

    private static final List<String> TABLES = List.of("a", "a@2026-11-15", "}{", "e\u0301", "\uD83D\uDE00", "%00");

    /** Only these are given a retention. */
    private static final List<String> RETAINED = List.of("kept", "kept:2");

    private static final List<String> MEMBERS =
            List.of("a", "b", "B", " ", "\u00E9", "e\u0301", "\uFF5E", "\uD83D\uDE00", "m1", "m2", "m3");

    /** Has scores near the limits. What is undone there is always above 0, so that the order of undos does not matter. */
    private static final String AT_THE_LIMIT = "limit";

    private static final List<String> SERIES = List.of("a", "a:1sec", "{x}", "\uD83D\uDE00", "*");

    /** Has counts near the limits. */
    private static final String HUGE = "huge";

    /** Has so many visitors that they are estimated, which no model can. But the estimate must not change by a restart. */
    private static final String CROWD = "crowd";

    private static final int HISTORY = 30;

    /** A time in which events happen. */
    private record Window(long start, long length) {}

    private final long seed;
    private final Random random;
    private final TestClock clock = new TestClock(Instant.parse("2026-11-15T12:00:00Z"));
    private final boolean retaining;
    private final List<Window> windows;
    private final DiskEngine.Setup setup;
    private final RankingStore modelTables;
    private final ModelSeries modelSeries;
    private final Deque<String> history = new ArrayDeque<>();

    private DiskEngine engine;
    private int step;

    /** The clock is not set back to before this. */
    private Instant floor = clock.instant().minus(Duration.ofDays(30));

    RandomWalk(long seed, Path dir) {
        this.seed = seed;
        this.random = new Random(seed);
        this.retaining = random.nextInt(3) > 0;
        this.windows = retaining
                ? List.of(
                        new Window(-ModelSeries.BURST, 5_900),
                        new Window(0, 5_900),
                        new Window(3 * ModelSeries.BURST, 5_900))
                : List.of(new Window(-20_000, 40_000), new Window(1_790_000_000_000L, 40_000));
        List<Granularity> granularities = List.of(
                new Granularity("fine", Duration.ofMillis(100), retaining ? Duration.ofMillis(300) : null),
                new Granularity("middle", Duration.ofMillis(500), retaining ? Duration.ofSeconds(3) : null),
                new Granularity("coarse", Duration.ofMillis(2_500), null));
        Duration sampleRetention = retaining ? Duration.ofSeconds(1) : null;
        PrecisionRules precision =
                new PrecisionRules(Precision.EXACT, Map.of("a*", Precision.APPROXIMATE, CROWD, Precision.APPROXIMATE));
        this.setup = new DiskEngine.Setup(
                dir,
                Map.of("fsync", random.nextInt(5) == 0 ? "everysec" : "never"),
                granularities,
                precision,
                sampleRetention,
                clock);
        this.modelTables = new NaiveBackend.Provider()
                .open(BackendContext.of(BackendConfig.of("naive", Map.of()), granularities, clock))
                .rankings();
        this.modelSeries = new ModelSeries(granularities, precision, sampleRetention, clock);
        this.engine = setup.open();
    }

    /** Takes that many steps. What goes wrong tells the seed and the last commands. */
    void run(int steps) {
        try {
            while (step < steps) {
                step++;
                step();
                if (step % 500 == 0) {
                    compareEverything();
                }
            }
            restart();
        } catch (RuntimeException e) {
            throw new AssertionError(story(), e);
        }
    }

    @Override
    public void close() {
        engine.close();
    }

    private String story() {
        return "seed " + seed + " (run it again with -Dtidemark.seed=" + seed + "), step " + step + ", "
                + setup.settings() + (retaining ? ", with retention" : "") + ":\n  " + String.join("\n  ", history);
    }

    private void step() {
        int choice = random.nextInt(1000);
        if (choice < 80) {
            advance();
        } else if (choice < 100) {
            setBack();
        } else if (choice < 103) {
            restart();
        } else if (choice < 110) {
            snapshot();
        } else if (choice < 600) {
            commandOfTables();
        } else {
            commandOfSeries();
        }
    }

    // Time, snapshots and restarts

    private void advance() {
        int choice = random.nextInt(10);
        long most = choice < 6 ? 20 : choice < 8 ? 500 : choice < 9 ? 5_000 : 3 * 86_400_000L;
        Duration by = Duration.ofMillis(1 + random.nextLong(most));
        note("advance " + by);
        Object before = Stages.get(modelTables.tables("", "", 1000));
        clock.advance(by);
        boolean seriesDropped = modelSeries.dropExpired();
        if (seriesDropped || !before.equals(Stages.get(modelTables.tables("", "", 1000)))) {
            floor = clock.instant();
        }
    }

    private void setBack() {
        rankings("tables, before the clock is set back", store -> store.tables("", "", 1000));
        long most = random.nextInt(4) == 0 ? 2 * 86_400_000L : 300;
        Instant to = clock.instant().minusMillis(1 + random.nextLong(most));
        clock.set(to.isBefore(floor) ? floor : to);
        note("set the clock back");
    }

    private void snapshot() {
        note("snapshot");
        engine.snapshot();
    }

    private void restart() {
        if (random.nextInt(3) == 0) {
            snapshot();
        }
        Map<String, @Nullable Object> before = compareEverything();
        note("restart");
        engine.close();
        boolean timePasses = random.nextInt(3) == 0;
        if (timePasses) {
            advance();
        }
        engine = setup.open();
        Map<String, @Nullable Object> after = compareEverything();
        if (!timePasses) {
            assertSame(after, before);
        }
    }

    // Tables

    private void commandOfTables() {
        String table = random.nextInt(4) == 0 ? pick(RETAINED) : pick(TABLES);
        Order order = random.nextBoolean() ? Order.ASC : Order.DESC;
        int choice = random.nextInt(100);
        if (choice < 15) {
            Map<String, Long> scores = scores();
            rankings("set " + table + " " + scores, store -> store.set(table, scores));
        } else if (choice < 50) {
            increment(table);
        } else if (choice < 60) {
            long offset = random.nextInt(MEMBERS.size() + 2);
            int count = random.nextInt(MEMBERS.size() + 2);
            rankings(
                    "range " + table + " " + order + " " + offset + " " + count,
                    store -> store.range(table, order, offset, count));
        } else if (choice < 68) {
            String member = member();
            rankings("rank " + table + " " + member + " " + order, store -> store.rank(table, member, order));
        } else if (choice < 76) {
            String member = member();
            int radius = random.nextInt(4);
            rankings(
                    "around " + table + " " + member + " " + order + " " + radius,
                    store -> store.around(table, member, order, radius));
        } else if (choice < 81) {
            List<String> tables =
                    TABLES.stream().filter(each -> random.nextBoolean()).toList();
            int count = random.nextInt(20);
            rankings(
                    "union " + tables + " " + order + " " + count,
                    store -> store.union(tables, order, count, Duration.ZERO));
        } else if (choice < 88) {
            remove(table);
        } else if (choice < 91) {
            rankings("drop " + table, store -> store.drop(table));
        } else if (choice < 95) {
            String retained = pick(RETAINED);
            Duration after = Duration.ofMillis(1 + random.nextInt(4_000));
            rankings("retain " + retained + " " + after, store -> store.retain(retained, after));
        } else if (choice < 99) {
            String prefix = random.nextBoolean() ? "" : pick(List.of("a", "k", "kept:", "x"));
            String after = random.nextBoolean() ? "" : table;
            int limit = 1 + random.nextInt(8);
            rankings("tables '" + prefix + "' '" + after + "' " + limit, store -> store.tables(prefix, after, limit));
        } else if (random.nextInt(4) == 0) {
            rankings("flushAll", RankingStore::flushAll);
        }
    }

    private Map<String, Long> scores() {
        Map<String, Long> scores = new HashMap<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            scores.put(member(), (long) random.nextInt(7) - 3);
        }
        if (random.nextInt(10) == 0) {
            scores.put(AT_THE_LIMIT, (random.nextBoolean() ? 1 : -1) * (RankingStore.MAX_SCORE - random.nextInt(4)));
        }
        return Map.copyOf(scores);
    }

    private void increment(String table) {
        List<Increment> by = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            by.add(new Increment(member(), random.nextInt(9) - 4));
        }
        if (random.nextInt(10) == 0) {
            by.add(new Increment(AT_THE_LIMIT, random.nextInt(4)));
        }
        int choice = random.nextInt(6);
        int most = choice == 3 ? 50 : choice == 4 ? 3_000 : 2 * 86_400_000;
        Duration expiresIn = choice < 3 ? null : Duration.ofMillis(1 + random.nextInt(most));
        rankings(
                "increment " + table + " " + by + " " + expiresIn,
                store -> store.increment(table, List.copyOf(by), expiresIn));
    }

    /** Whether it counts as a write to remove nothing is not agreed upon: where it would matter, it is not done. */
    private void remove(String table) {
        List<String> members = RETAINED.contains(table)
                ? Stages.get(modelTables.range(table, Order.ASC, 0, 1)).entries().stream()
                        .map(entry -> entry.member())
                        .toList()
                : List.of(member(), AT_THE_LIMIT);
        if (!members.isEmpty()) {
            rankings("remove " + table + " " + members, store -> store.remove(table, members));
        }
    }

    private String member() {
        return pick(MEMBERS);
    }

    // Series

    private void commandOfSeries() {
        String series = random.nextInt(10) == 0 ? HUGE : pick(SERIES);
        Granularity granularity = pick(setup.granularities());
        TimeRange range = range();
        int choice = random.nextInt(100);
        if (choice < 45) {
            List<Event> events = events();
            series("insert " + events, store -> store.insert(events));
        } else if (choice < 47) {
            List<Event> visits = crowd();
            series("insert " + visits.size() + " visits of the crowd", store -> store.insert(visits));
        } else if (choice < 57) {
            Count count = count(series);
            series("countAndGet " + count + " " + granularity.name(), store -> store.countAndGet(count, granularity));
        } else if (choice < 67) {
            series(
                    "counts " + series + " " + granularity.name() + " " + range,
                    store -> store.counts(series, granularity, range));
        } else if (choice < 77) {
            series(
                    "uniques " + series + " " + granularity.name() + " " + range,
                    store -> store.uniques(series, granularity, range));
        } else if (choice < 85) {
            int limit = 1 + random.nextInt(20);
            series("samples " + series + " " + range + " " + limit, store -> store.samples(series, range, limit));
        } else if (choice < 92) {
            series(
                    "summaries " + series + " " + granularity.name() + " " + range,
                    store -> store.summaries(series, granularity, range));
        } else if (choice < 96) {
            String prefix = random.nextBoolean() ? "" : pick(List.of("a", "h", "x"));
            String after = random.nextBoolean() ? "" : series;
            int limit = 1 + random.nextInt(6);
            series(
                    "series '" + prefix + "' '" + after + "' " + limit,
                    store -> store.series(prefix, after, limit).thenApply(this::withCertainKinds));
        } else if (choice < 98) {
            String deleted = random.nextInt(5) == 0 ? CROWD : series;
            series("delete " + deleted, store -> store.delete(deleted));
        }
    }

    private List<Event> events() {
        List<Event> events = new ArrayList<>();
        for (int i = random.nextInt(6); i >= 0; i--) {
            String series = random.nextInt(20) == 0 ? HUGE : pick(SERIES);
            int choice = random.nextInt(3);
            if (choice == 0) {
                events.add(count(series));
            } else if (choice == 1) {
                events.add(new Visit(series, time(), member()));
            } else {
                Instant at = time();
                events.add(new Sample(series, at, random.nextInt(9) - 4.5));
                if (retaining) {
                    // A series with nothing but samples that are past their retention may be listed, or not.
                    events.add(new Count(series, at, 1));
                }
            }
        }
        return List.copyOf(events);
    }

    private Count count(String series) {
        boolean huge = series.equals(HUGE) && random.nextInt(3) == 0;
        long amount = huge ? random.nextLong() : random.nextInt(9) - 3;
        return new Count(series, time(), amount);
    }

    private List<Event> crowd() {
        List<Event> visits = new ArrayList<>();
        Instant at = Instant.ofEpochMilli(windows.get(0).start);
        for (int i = 0; i < 150; i++) {
            visits.add(new Visit(CROWD, at, "visitor " + random.nextInt(2_000)));
        }
        return List.copyOf(visits);
    }

    /** Half of them coarse, so that events meet. */
    private Instant time() {
        Window window = pick(windows);
        long offset = random.nextLong(window.length);
        return Instant.ofEpochMilli(window.start + (random.nextBoolean() ? offset : offset / 1_000 * 1_000));
    }

    private TimeRange range() {
        Window window = pick(windows);
        long from = window.start - 300 + random.nextLong(window.length);
        return new TimeRange(Instant.ofEpochMilli(from), Instant.ofEpochMilli(from + random.nextInt(9_000)));
    }

    // What is compared, and how

    /** Compares all that can be seen, and answers it. */
    private Map<String, @Nullable Object> compareEverything() {
        Map<String, @Nullable Object> is = everything(engine.rankings(), engine.timeSeries());
        Map<String, @Nullable Object> comparable = new TreeMap<>(is);
        Map<String, @Nullable Object> shall = everything(modelTables, modelSeries);
        comparable.keySet().removeIf(key -> key.startsWith("uniques " + CROWD));
        shall.keySet().removeIf(key -> key.startsWith("uniques " + CROWD));
        assertSame(comparable, shall);
        return is;
    }

    /** Tells only what differs. */
    private void assertSame(Map<String, @Nullable Object> is, Map<String, @Nullable Object> shall) {
        assertThat(is.keySet()).as(this::story).isEqualTo(shall.keySet());
        shall.forEach((what, value) ->
                assertThat(is.get(what)).as(() -> what + ", " + story()).isEqualTo(value));
    }

    private Map<String, @Nullable Object> everything(RankingStore rankings, TimeSeriesStore series) {
        Map<String, @Nullable Object> all = new TreeMap<>();
        for (String table : Stages.get(rankings.tables("", "", 1000)).items()) {
            all.put("table " + table, Stages.get(rankings.range(table, Order.ASC, 0, 1000)));
        }
        List<SeriesInfo> listed = Stages.get(series.series("", "", 1000).thenApply(this::withCertainKinds))
                .items();
        all.put("series", listed);
        for (SeriesInfo info : listed) {
            for (Window window : windows) {
                TimeRange range = new TimeRange(
                        Instant.ofEpochMilli(window.start), Instant.ofEpochMilli(window.start + window.length));
                String what = info.name() + " " + window;
                all.put("samples " + what, Stages.get(series.samples(info.name(), range, 10_000)));
                for (Granularity each : setup.granularities()) {
                    String which = what + " " + each.name();
                    all.put("counts " + which, Stages.get(series.counts(info.name(), each, range)));
                    all.put("uniques " + which, Stages.get(series.uniques(info.name(), each, range)));
                    all.put("summaries " + which, Stages.get(series.summaries(info.name(), each, range)));
                }
            }
        }
        return all;
    }

    /** That a series has samples is not certain once they are past their retention. */
    private Page<SeriesInfo> withCertainKinds(Page<SeriesInfo> page) {
        return new Page<>(page.items().stream().map(this::withCertainKinds).toList(), page.next());
    }

    private SeriesInfo withCertainKinds(SeriesInfo info) {
        Set<Event.Kind> kinds = EnumSet.noneOf(Event.Kind.class);
        kinds.addAll(info.kinds());
        if (retaining) {
            kinds.remove(Event.Kind.SAMPLE);
        }
        return new SeriesInfo(info.name(), kinds);
    }

    private void rankings(String command, Function<RankingStore, CompletionStage<?>> ask) {
        compare(command, () -> ask.apply(engine.rankings()), () -> ask.apply(modelTables));
    }

    private void series(String command, Function<TimeSeriesStore, CompletionStage<?>> ask) {
        compare(command, () -> ask.apply(engine.timeSeries()), () -> ask.apply(modelSeries));
    }

    private void compare(String command, Supplier<CompletionStage<?>> engine, Supplier<CompletionStage<?>> model) {
        note(command);
        Object answer = outcome(engine);
        assertThat(answer).as(this::story).isEqualTo(outcome(model));
    }

    private static @Nullable Object outcome(Supplier<CompletionStage<?>> command) {
        try {
            return Stages.get(command.get());
        } catch (NumberOverflowException e) {
            return "refused, because a number would become too large";
        }
    }

    private void note(String command) {
        history.add(step + " at " + clock.instant() + ": " + command);
        if (history.size() > HISTORY) {
            history.remove();
        }
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
