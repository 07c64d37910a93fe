package dev.tidemark.it.mongo;

import static dev.tidemark.tck.Stages.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.it.ClientContext;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.Backends;
import dev.tidemark.timeseries.Granularity;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Two instances, each with a {@code mongos} of its own, on a cluster that has the tables on one shard and their members on
 * the other. Neither {@code mongos} knows what goes through the other one.
 */
class RankingRoutersIT {

    private static final String DATABASE = "routers";

    private static MongoSharded cluster;
    private static MongoNode secondRouter;
    private static MongoConnection first;
    private static MongoConnection second;

    private static RankingStore writer;
    private static RankingStore reader;

    @BeforeAll
    static void start() {
        cluster = MongoSharded.start();
        first = MongoConnection.to(cluster.uri());
        secondRouter = MongoNode.mongos("--configdb", first.configServers());
        second = MongoConnection.to("mongodb://" + secondRouter.host() + "/");
        writer = open(first);
        reader = open(second);
        get(writer.increment("game", List.of(new Increment("a", 1)), null));
        get(reader.range("game", Order.ASC, 0, 1));
        moveMembers();
    }

    @AfterAll
    static void stop() {
        first.close();
        second.close();
        secondRouter.close();
        cluster.close();
    }

    private static void moveMembers() {
        Document database = first.client()
                .getDatabase("config")
                .getCollection("databases")
                .find(new Document("_id", DATABASE))
                .first();
        String elsewhere = database.getString("primary").equals("shard0") ? "shard1" : "shard0";
        first.client()
                .getDatabase("admin")
                .runCommand(new Document("moveChunk", DATABASE + ".rankings")
                        .append("find", new Document("t", 0L).append("m", "a"))
                        .append("to", elsewhere));
    }

    private static RankingStore open(MongoConnection connection) {
        BackendConfig config = BackendConfig.of("mongo", Map.of("database", DATABASE));
        return Backends.find(RankingRoutersIT.class.getClassLoader())
                .open(
                        "mongo",
                        new ClientContext(
                                config,
                                Granularity.DEFAULTS,
                                InstantSource.system(),
                                List.of(connection.client(), connection.reactive())))
                .rankings();
    }

    @Test
    @DisplayName("what was answered through one is seen through the other, at once")
    void seen() {
        for (int i = 0; i < 20; i++) {
            long score = get(writer.increment("game", List.of(new Increment("a", 1)), null))
                    .get(0)
                    .score();
            assertThat(get(reader.rank("game", "a", Order.ASC))).contains(new Ranked(1, "a", score));
            get(writer.set("game", Map.of("a", score + 10, "b", score + 20L)));
            assertThat(get(reader.range("game", Order.DESC, 0, 1)).entries())
                    .containsExactly(new Ranked(1, "b", score + 20));
            assertThat(get(reader.union(List.of("game"), Order.DESC, 1, Duration.ZERO))
                            .entries())
                    .containsExactly(new Ranked(1, "b", score + 20));
        }
    }

    @Test
    @DisplayName("a score that is set to what it was before another one changed it is set")
    void setAgain() {
        for (int i = 0; i < 20; i++) {
            get(reader.set("game", Map.of("a", 5L)));
            get(writer.increment("game", List.of(new Increment("a", 1)), null));
            get(reader.set("game", Map.of("a", 5L)));
            assertThat(get(writer.rank("game", "a", Order.ASC)).orElseThrow().score())
                    .isEqualTo(5);
        }
    }

    @Test
    @DisplayName("a union that one has forgotten is not given by the other")
    void forgotten() {
        for (int i = 0; i < 5; i++) {
            get(writer.set("game", Map.of("a", (long) i)));
            get(reader.union(List.of("game"), Order.DESC, 1, Duration.ofHours(1)));
            get(writer.flushAll());
            assertThat(get(reader.union(List.of("game"), Order.DESC, 1, Duration.ofHours(1)))
                            .total())
                    .isZero();
            get(writer.flushAll());
        }
    }
}
