package dev.tidemark.it.mongo;

import static dev.tidemark.tck.Stages.assertFails;
import static dev.tidemark.tck.Stages.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.NumberOverflowException;
import dev.tidemark.it.ClientContext;
import dev.tidemark.ranking.Boards;
import dev.tidemark.ranking.Hit;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.ranking.Score;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.Backends;
import dev.tidemark.timeseries.Granularity;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Three instances, which know nothing of each other, use one database at the same time. */
class RankingInstancesIT {

    private static final int INSTANCES = 3;
    private static final int THREADS = 6;

    private final List<RankingStore> instances = new ArrayList<>();
    private MongoClock clock;
    private String database;

    /** What a thread does with its instance. */
    private interface Task<T> {
        T run(RankingStore rankings, int thread) throws Exception;
    }

    @BeforeEach
    void open() {
        database = "instances-" + UUID.randomUUID();
        MongoConnection connection = SharedMongo.server();
        clock = new MongoClock(connection.client());
        for (int i = 0; i < INSTANCES; i++) {
            BackendConfig config = BackendConfig.of("mongo", Map.of("database", database));
            instances.add(Backends.find(RankingInstancesIT.class.getClassLoader())
                    .open(
                            "mongo",
                            new ClientContext(
                                    config,
                                    Granularity.DEFAULTS,
                                    InstantSource.system(),
                                    List.of(connection.client(), connection.reactive())))
                    .rankings());
        }
    }

    @AfterEach
    void close() {
        SharedMongo.server().client().getDatabase(database).drop();
    }

    private <T> List<T> together(Task<T> task) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                running.add(threads.submit(() -> task.run(instances.get(thread % INSTANCES), thread)));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> result : running) {
                results.add(result.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    private List<Ranked> all() {
        return get(instances.get(0).range("game", Order.ASC, 0, 100)).entries();
    }

    @Test
    @DisplayName("lose no increment, whether it is of one member or of several, kept or expiring")
    void increments() throws Exception {
        together((rankings, thread) -> {
            for (int i = 0; i < 60; i++) {
                Duration expiresIn = thread == 0 ? Duration.ofMillis(50) : null;
                List<Increment> by = thread % 2 == 0
                        ? List.of(new Increment("a", 1), new Increment("b", -1))
                        : List.of(new Increment("a", 1));
                get(rankings.increment("game", by, expiresIn));
            }
            return thread;
        });
        clock.pass(Duration.ofMillis(50));
        assertThat(all()).containsExactly(new Ranked(1, "b", -120), new Ranked(2, "a", 300));
    }

    @Test
    @DisplayName("lose no hit on one board, and those that are rejected leave nothing")
    void hits() throws Exception {
        Instant day = Instant.parse("2026-11-15T12:00:00Z");
        get(instances.get(0).set("game@2026-11-14", Map.of("full", RankingStore.MAX_SCORE)));
        together((rankings, thread) -> {
            Boards boards = new Boards(rankings, ZoneOffset.UTC);
            for (int i = 0; i < 20; i++) {
                get(boards.hit("game", List.of(new Hit("a", 1, day), new Hit("m" + thread, 1, day))));
                if (i % 5 == 0) {
                    assertFails(
                            boards.hit(
                                    "game",
                                    List.of(new Hit("a", 1, day), new Hit("full", 1, day.minus(Duration.ofDays(1))))),
                            NumberOverflowException.class);
                }
            }
            return thread;
        });
        for (String table : List.of("game@total", "game@2026-11", "game@2026-W46", "game@2026-11-15")) {
            RankPage page = get(instances.get(1).range(table, Order.DESC, 0, 100));
            assertThat(page.total()).isEqualTo(1 + THREADS);
            assertThat(page.entries().get(0)).isEqualTo(new Ranked(1, "a", 20 * THREADS));
            assertThat(page.entries().subList(1, 1 + THREADS))
                    .extracting(Ranked::score)
                    .containsOnly(20L);
        }
    }

    @Test
    @DisplayName("see each undo carried out once")
    void undos() throws Exception {
        get(instances.get(0).set("game", Map.of("a", 1_000L)));
        together((rankings, thread) -> {
            for (int i = 0; i < 40; i++) {
                get(rankings.increment("game", List.of(new Increment("a", 1 + i)), Duration.ofMillis(1 + i)));
                get(rankings.range("game", Order.DESC, 0, 1));
            }
            return thread;
        });
        clock.pass(Duration.ofMillis(40));
        assertThat(together((rankings, thread) ->
                        get(rankings.rank("game", "a", Order.ASC)).orElseThrow()))
                .containsOnly(new Ranked(1, "a", 1_000));
    }

    @Test
    @DisplayName("answer each score once, though a table is begun by all of them")
    void begin() throws Exception {
        for (int round = 0; round < 10; round++) {
            List<Score> scores =
                    together((rankings, thread) -> get(rankings.increment("game", List.of(new Increment("a", 1)), null))
                            .get(0));
            assertThat(scores.stream().map(Score::score).sorted())
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, THREADS).boxed().toList());
            assertThat(get(instances.get(0).drop("game"))).isTrue();
        }
    }

    @Test
    @DisplayName("agree on how many members there are, while they come and go")
    void members() throws Exception {
        together((rankings, thread) -> {
            for (int i = 0; i < 40; i++) {
                get(rankings.increment("game", List.of(new Increment("m" + i % 7, 1)), null));
                get(rankings.remove("game", List.of("m" + (i + thread) % 7)));
                if (i == 20 && thread == 0) {
                    get(rankings.drop("game"));
                }
            }
            return thread;
        });
        RankPage page = get(instances.get(1).range("game", Order.ASC, 0, 100));
        assertThat(page.entries()).hasSize((int) page.total());
        get(instances.get(2).remove("game", all().stream().map(Ranked::member).toList()));
        assertThat(get(instances.get(0).tables("", "", 10)).items()).isEmpty();
    }

    @Test
    @DisplayName("share one computation of a union")
    void unions() throws Exception {
        get(instances.get(0).set("x", Map.of("a", 1L)));
        get(instances.get(0).set("y", Map.of("a", 2L)));
        List<RankPage> pages = together((rankings, thread) -> {
            get(rankings.increment("x", List.of(new Increment("a", 1)), null));
            return get(rankings.union(List.of("x", "y"), Order.DESC, 5, Duration.ofHours(1)));
        });
        assertThat(pages.stream().distinct()).hasSize(1);
    }
}
