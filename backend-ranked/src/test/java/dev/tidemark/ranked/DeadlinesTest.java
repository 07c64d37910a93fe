package dev.tidemark.ranked;

import static dev.tidemark.ranked.Picture.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranked.Deadlines.Look;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.tck.TestClock;
import dev.tidemark.timeseries.Granularity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Every increment that was to expire before all others of its table left a look, until the one before came due: thousands of
 * looks for one table, all of them due at once. Tables that were dropped left theirs, even after everything was flushed.
 */
class DeadlinesTest {

    private final TestClock clock = new TestClock(Instant.parse("2026-11-15T12:00:00Z"));

    /** Without housekeeping: the test does what that would. */
    private final SharedTables tables = Engine.empty(BackendContext.of(
                    BackendConfig.of("ranked", Map.of("persistence", "memory")), Granularity.DEFAULTS, clock))
            .tables();

    private final RankingStore store = new Tables(tables, clock);

    private void increment(String table, Duration expiresIn) {
        get(store.increment(table, List.of(new Increment("x", 1)), expiresIn));
    }

    private void doHousekeeping() {
        for (String due = tables.nextDue(clock); due != null; due = tables.nextDue(clock)) {
            tables.undo(due, clock);
        }
    }

    @Test
    @DisplayName("However many short increments come beside a long one, a table is looked at once")
    void oneLookATable() {
        increment("t", Duration.ofSeconds(14));
        increment("t", Duration.ofHours(1));
        for (int i = 1000; i > 0; i--) {
            increment("t", Duration.ofMillis(i));
        }

        assertThat(tables.tablesWithDeadlines()).isEqualTo(1);
        clock.advance(Duration.ofSeconds(2));
        doHousekeeping();
        assertThat(tables.nextDeadline())
                .isEqualTo(clock.instant().plusSeconds(12).toEpochMilli());
        assertThat(tables.tablesWithDeadlines()).isEqualTo(1);
        clock.advance(Duration.ofHours(2));
        doHousekeeping();
        assertThat(tables.tablesWithDeadlines()).isZero();
    }

    @Test
    @DisplayName("Tables that are dropped, emptied or flushed leave nothing to look at")
    void goneTables() {
        for (int i = 0; i < 300; i++) {
            increment("dropped" + i, Duration.ofDays(30));
            increment("emptied" + i, Duration.ofDays(30));
            increment("flushed" + i, Duration.ofDays(30));
        }
        assertThat(tables.tablesWithDeadlines()).isEqualTo(900);
        for (int i = 0; i < 300; i++) {
            get(store.drop("dropped" + i));
            get(store.remove("emptied" + i, List.of("x")));
        }
        assertThat(tables.tablesWithDeadlines()).isEqualTo(300);
        get(store.flushAll());
        assertThat(tables.tablesWithDeadlines()).isZero();
        assertThat(tables.nextDeadline()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    @DisplayName("Looks that are scheduled, moved and cancelled in any order are returned by their times")
    void likeAModel() {
        Random random = new Random(15);
        Deadlines deadlines = new Deadlines();
        Map<String, Long> model = new HashMap<>();
        List<Look> looks = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            looks.add(new Look("t" + i));
        }
        for (int step = 0; step < 20_000; step++) {
            int which = random.nextInt(50);
            int what = random.nextInt(10);
            if (what < 6) {
                long at = random.nextInt(1000);
                deadlines.schedule(looks.get(which), at);
                model.put("t" + which, at);
            } else if (what < 8) {
                deadlines.cancel(looks.get(which));
                model.remove("t" + which);
            } else {
                long now = random.nextInt(300);
                String polled = deadlines.poll(now);
                long first = model.values().stream().mapToLong(at -> at).min().orElse(Long.MAX_VALUE);
                assertThat(polled == null).isEqualTo(first > now);
                if (polled != null) {
                    assertThat(model.remove(polled)).isEqualTo(first);
                }
            }
            assertThat(deadlines.size()).isEqualTo(model.size());
            assertThat(deadlines.next())
                    .isEqualTo(model.values().stream().mapToLong(at -> at).min().orElse(Long.MAX_VALUE));
        }
    }
}
