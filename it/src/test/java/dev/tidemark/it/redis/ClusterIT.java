package dev.tidemark.it.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.it.Rest;
import dev.tidemark.it.ServiceProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The service on a cluster, whose slots move while it writes. */
@Tag("service")
@Execution(ExecutionMode.CONCURRENT)
class ClusterIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int SERIES = 20;

    @AutoClose
    private static final RedisCluster CLUSTER = RedisCluster.start();

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("Slots move while it writes, by a user with few rights: no error, nothing lost, nothing counted twice")
    void slotsMove() {
        CLUSTER.nodes().forEach(LeastUser::createOn);
        List<String> uris = CLUSTER.nodes().stream().map(LeastUser::uri).toList();
        try (ServiceProcess service =
                launch(Map.of("QUARKUS_REDIS_HOSTS", String.join(",", uris), "QUARKUS_REDIS_CLIENT_TYPE", "cluster"))) {
            Rest rest = new Rest(service.port());
            AtomicBoolean stop = new AtomicBoolean();
            AtomicInteger rounds = new AtomicInteger();
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
                while (!stop.get()) {
                    writeAll(rest);
                    rounds.incrementAndGet();
                }
            });
            try {
                awaitRounds(rounds, writing, 1);
                int slot = CLUSTER.slotOf("{series-0}");
                int from = CLUSTER.firstOwnerOf(slot);
                int to = (from + 1) % CLUSTER.nodes().size();
                CLUSTER.moveSlot(slot, from, to);
                awaitRounds(rounds, writing, 1);
                CLUSTER.moveSlot(slot, to, from);
                awaitRounds(rounds, writing, 1);
            } finally {
                stop.set(true);
            }
            writing.join();
            halfMigrated(rest);

            for (int i = 0; i < SERIES; i++) {
                assertThat(rest.counts("series-" + i, "1sec", 0, 0)).containsExactly((long) rounds.get());
                assertThat(rest.get("/v1/rankings/table-" + i + "/members/m")
                                .expect(200)
                                .json()
                                .getInt("score"))
                        .isEqualTo(rounds.get());
            }
            assertThat(rest.get("/v1/series?prefix=series-").json().getList("series"))
                    .hasSize(SERIES);
            assertThat(service.output()).doesNotContain("\tat ");
        }
    }

    private static void writeAll(Rest rest) {
        String events = String.join(
                ",",
                IntStream.range(0, SERIES)
                        .mapToObj(i -> "{\"series\":\"series-" + i + "\",\"at\":0,\"count\":1}")
                        .toList());
        rest.post("/v1/events", "[" + events + "]").expect(200);
        for (int i = 0; i < SERIES; i++) {
            rest.increment("table-" + i, "m").expect(200);
        }
    }

    /** Writes while some keys of a series are on its old node and others on its new one, which Redis refuses until all are there. */
    private static void halfMigrated(Rest rest) {
        rest.count("half", 0).expect(200);
        int slot = CLUSTER.slotOf("{half}");
        int from = CLUSTER.firstOwnerOf(slot);
        int to = (from + 1) % CLUSTER.nodes().size();
        CLUSTER.beginMove(slot, from, to);
        rest.count("half", 0).expect(200);
        CLUSTER.moveKeys(slot, from, to, 2);

        List<CompletableFuture<Rest.Answer>> waiting = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            waiting.add(CompletableFuture.supplyAsync(() -> rest.count("half", 0)));
        }
        await("the cluster says TRYAGAIN")
                .atMost(PATIENCE)
                .until(() -> CLUSTER.nodes().stream()
                        .anyMatch(node -> node.text("INFO", "errorstats").contains("errorstat_TRYAGAIN")));
        CLUSTER.moveKeys(slot, from, to);
        CLUSTER.endMove(slot, to);

        waiting.forEach(request -> request.join().expect(200));
        assertThat(rest.counts("half", "1sec", 0, 0)).containsExactly(7L);
        CLUSTER.moveSlot(slot, to, from);
    }

    private static void awaitRounds(AtomicInteger rounds, CompletableFuture<Void> writing, int more) {
        int before = rounds.get();
        await().atMost(PATIENCE).until(() -> writing.isDone() || rounds.get() > before + more);
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("Rankings of layout hash do not work on a cluster: it does not start, and says what to set")
    void hashRankings() throws InterruptedException {
        try (ServiceProcess service = launch(Map.of(
                "QUARKUS_REDIS_HOSTS", String.join(",", CLUSTER.uris()),
                "QUARKUS_REDIS_CLIENT_TYPE", "cluster",
                "TIDEMARK_REDIS_RANKING_LAYOUT", "hash"))) {
            assertThat(service.exitStatus()).isNotZero();
            assertThat(service.output())
                    .contains("Tidemark cannot start: tidemark.redis.ranking-layout=hash")
                    .contains("sorted-set")
                    .doesNotContain("\tat ");
        }
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("A client for a single server does not work on a cluster: it does not start, and names client-type")
    void singleClient() throws InterruptedException {
        try (ServiceProcess service =
                launch(Map.of("QUARKUS_REDIS_HOSTS", CLUSTER.uris().get(0)))) {
            assertThat(service.exitStatus()).isNotZero();
            assertThat(service.output())
                    .contains("Tidemark cannot start")
                    .contains("quarkus.redis.client-type=cluster")
                    .doesNotContain("\tat ");
        }
    }

    private static ServiceProcess launch(Map<String, String> settings) {
        Map<String, String> environment = new TreeMap<>(settings);
        environment.put("TIDEMARK_BACKEND", "redis");
        return ServiceProcess.launch(environment);
    }
}
