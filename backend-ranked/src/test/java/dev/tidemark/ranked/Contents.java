package dev.tidemark.ranked;

import static dev.tidemark.ranked.Picture.get;

import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.spi.Backend;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.Visit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What tests put into an engine, and find there again. */
final class Contents {

    private Contents() {}

    /** Something of everything; other seeds, other things. */
    static void fill(Backend backend, Instant now, int seed) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            Instant at = now.minusSeconds(i * 13L * seed % 5000);
            events.add(new Count("counts:" + i % 7, at, i * 1000L * seed));
            events.add(new Visit("visits:" + i % 3, at, "visitor " + (i + seed) % 20));
            events.add(new Sample("samples:" + i % 2, at, i * 1.5 + seed));
            events.add(new Count("all", at, -i));
            events.add(new Visit("all", at, "🌊" + i));
            events.add(new Sample("all", at, -i / 3.0));
        }
        get(backend.timeSeries().insert(events));
        Map<String, Long> scores = new HashMap<>();
        for (int i = 0; i < 200; i++) {
            scores.put("member " + i, (long) (i * seed % 37 - 10));
        }
        get(backend.rankings().set("table", scores));
        for (int i = 0; i < 20; i++) {
            increment(backend, "board@" + i % 3, "member" + i, i * (long) seed, Duration.ofMinutes(1 + i * seed % 30));
            increment(backend, "table", "member " + i * 3, -i, i % 2 == 0 ? null : Duration.ofSeconds(90));
        }
        get(backend.rankings().retain("board@1", Duration.ofHours(2)));
        get(backend.rankings().remove("table", List.of("member 1", "member 2", "nobody")));
        get(backend.rankings().set("dropped", Map.of("x", 1L)));
        get(backend.rankings().drop("dropped"));
        get(backend.timeSeries().insert(List.of(new Count("deleted", now, 1))));
        get(backend.timeSeries().delete("deleted"));
    }

    static void increment(Backend backend, String table, String member, long by, @Nullable Duration expiresIn) {
        get(backend.rankings().increment(table, List.of(new Increment(member, by)), expiresIn));
    }

    static long score(Backend backend, String table, String member) {
        return get(backend.rankings().rank(table, member, Order.ASC))
                .orElseThrow()
                .score();
    }
}
