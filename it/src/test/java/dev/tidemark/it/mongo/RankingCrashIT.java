package dev.tidemark.it.mongo;

import static dev.tidemark.tck.Stages.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import dev.tidemark.it.ClientContext;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.ranking.TableIncrements;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendUnavailableException;
import dev.tidemark.spi.Backends;
import dev.tidemark.timeseries.Granularity;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An instance that fails in the middle of a command, at every command that it sends to MongoDB, and another one that goes on.
 * The server itself cuts the connection of the first one, so that not even an abort arrives.
 */
class RankingCrashIT {

    private static final Duration EXPIRES_IN = Duration.ofMillis(300);

    /** The server ends what the crashing instance has begun, and what was to be seen is read, before this is over. */
    private static final Duration LONG_ENOUGH_TO_SEE = Duration.ofSeconds(6);

    private static MongoServer server;
    private static MongoClient admin;
    private static MongoClock clock;

    private MongoConnection crashing;
    private MongoConnection healthy;
    private String database;

    /**
     * Where an instance fails.
     *
     * @param command every command of that name fails,
     * @param skipped but for the first few
     * @param isCarriedOut whether the server does what it was told before it fails
     */
    record Crash(String command, int skipped, boolean isCarriedOut) {

        private Document failPoint() {
            Document data =
                    new Document("failCommands", List.of(command, "abortTransaction")).append("appName", "crashing");
            if (isCarriedOut) {
                Document error = new Document("code", 91).append("errmsg", "the server is going down");
                data.put("failCommands", List.of(command));
                data.put("writeConcernError", error);
            } else {
                data.put("closeConnection", true);
            }
            return new Document("configureFailPoint", "failCommand")
                    .append("mode", new Document("skip", skipped))
                    .append("data", data);
        }
    }

    static Stream<Crash> crashesOfAnUndo() {
        return Stream.of(
                new Crash("find", 0, false),
                new Crash("findAndModify", 0, false),
                new Crash("find", 1, false),
                new Crash("find", 2, false),
                new Crash("update", 0, false),
                new Crash("delete", 0, false),
                new Crash("update", 1, false),
                new Crash("commitTransaction", 0, false),
                new Crash("commitTransaction", 0, true));
    }

    static Stream<Crash> crashesOfAnIncrement() {
        return Stream.of(
                new Crash("findAndModify", 0, false),
                new Crash("find", 0, false),
                new Crash("update", 0, false),
                new Crash("insert", 0, false),
                new Crash("insert", 1, false),
                new Crash("update", 1, false),
                new Crash("commitTransaction", 0, false),
                new Crash("commitTransaction", 0, true));
    }

    static Stream<Crash> crashesOfHits() {
        return Stream.of(
                new Crash("update", 0, false),
                new Crash("find", 0, false),
                new Crash("update", 1, false),
                new Crash("insert", 0, false),
                new Crash("find", 1, false),
                new Crash("update", 2, false),
                new Crash("commitTransaction", 0, false),
                new Crash("commitTransaction", 0, true));
    }

    @BeforeAll
    static void start() {
        server = MongoServer.start(
                "--setParameter", "enableTestCommands=1", "--setParameter", "transactionLifetimeLimitSeconds=1");
        admin = server.client();
        clock = new MongoClock(admin);
    }

    @AfterAll
    static void stop() {
        admin.close();
        server.close();
    }

    @BeforeEach
    void connect() {
        database = "crash-" + UUID.randomUUID();
        crashing = MongoConnection.to(server.uri() + "&appName=crashing");
        healthy = MongoConnection.to(server.uri() + "&appName=healthy");
    }

    @AfterEach
    void close() {
        letLive();
        crashing.close();
        healthy.close();
    }

    private RankingStore open(MongoConnection connection, String timeout) {
        BackendConfig config = BackendConfig.of("mongo", Map.of("database", database, "timeout", timeout));
        Backend backend = Backends.find(RankingCrashIT.class.getClassLoader())
                .open(
                        "mongo",
                        new ClientContext(
                                config,
                                Granularity.DEFAULTS,
                                InstantSource.system(),
                                List.of(connection.client(), connection.reactive())));
        return backend.rankings();
    }

    /** Its timeout is short, because every crash lasts that long; so it may need a few attempts to find its way. */
    private RankingStore openCrashing() {
        RankingStore rankings = open(crashing, "500ms");
        await().ignoreExceptions().untilAsserted(() -> assertThat(all(rankings)).isNotEmpty());
        return rankings;
    }

    private static void crash(Crash crash) {
        admin.getDatabase("admin").runCommand(crash.failPoint());
    }

    private static void letLive() {
        admin.getDatabase("admin").runCommand(new Document("configureFailPoint", "failCommand").append("mode", "off"));
    }

    private static List<Ranked> all(RankingStore rankings) {
        return get(rankings.range("game", Order.ASC, 0, 10)).entries();
    }

    @ParameterizedTest
    @MethodSource("crashesOfAnUndo")
    @DisplayName("whatever an instance fails at, an undo is carried out once")
    void undone(Crash crash) {
        RankingStore second = open(healthy, "10s");
        get(second.set("game", Map.of("a", 10L, "b", 20L)));
        RankingStore first = openCrashing();
        get(second.increment("game", List.of(new Increment("a", 5), new Increment("b", 7)), EXPIRES_IN));
        clock.pass(EXPIRES_IN);
        crash(crash);
        assertThatThrownBy(() -> all(first)).isInstanceOf(BackendUnavailableException.class);
        for (int i = 0; i < 3; i++) {
            assertThat(all(second)).containsExactly(new Ranked(1, "a", 10), new Ranked(2, "b", 20));
        }
        letLive();
        await().ignoreExceptions()
                .untilAsserted(
                        () -> assertThat(all(first)).containsExactly(new Ranked(1, "a", 10), new Ranked(2, "b", 20)));
    }

    @ParameterizedTest
    @MethodSource("crashesOfAnIncrement")
    @DisplayName("whatever an instance fails at, an increment that expires is there as a whole or not at all")
    void whole(Crash crash) {
        RankingStore second = open(healthy, "10s");
        get(second.set("game", Map.of("a", 10L)));
        RankingStore first = openCrashing();
        crash(crash);
        assertThatThrownBy(() -> get(first.increment(
                        "game", List.of(new Increment("a", 5), new Increment("b", 7)), LONG_ENOUGH_TO_SEE)))
                .isInstanceOf(BackendUnavailableException.class);
        Instant undone = clock.now().plus(LONG_ENOUGH_TO_SEE);
        if (crash.isCarriedOut()) {
            assertThat(all(second)).containsExactly(new Ranked(1, "b", 7), new Ranked(2, "a", 15));
        } else {
            assertThat(all(second)).containsExactly(new Ranked(1, "a", 10));
        }
        get(second.increment("game", List.of(new Increment("b", 100)), EXPIRES_IN));
        clock.awaitPast(undone);
        clock.pass(EXPIRES_IN);
        assertThat(all(second)).containsExactly(new Ranked(1, "b", 0), new Ranked(2, "a", 10));
    }

    @ParameterizedTest
    @MethodSource("crashesOfHits")
    @DisplayName(
            "whatever an instance fails at, increments of several tables are there as a whole, retained, or not at all")
    void wholeOverTables(Crash crash) {
        RankingStore second = open(healthy, "10s");
        get(second.set("game", Map.of("a", 10L)));
        RankingStore first = openCrashing();
        List<TableIncrements> changes = List.of(
                new TableIncrements("game", List.of(new Increment("a", 5), new Increment("b", 7)), null),
                new TableIncrements("game@day", List.of(new Increment("a", 5)), Duration.ofDays(1)));
        crash(crash);
        assertThatThrownBy(() -> get(first.incrementAll(changes))).isInstanceOf(BackendUnavailableException.class);
        letLive();
        long times = crash.isCarriedOut() ? 1 : 0;
        for (int i = 0; i < 2; i++) {
            assertThat(get(second.lookup("game", List.of("a", "b"), Order.ASC)).entries())
                    .extracting(entry -> entry.map(Ranked::score).orElse(0L))
                    .containsExactly(10 + 5 * times, 7 * times);
            assertThat(get(second.range("game@day", Order.ASC, 0, 10)).entries())
                    .isEqualTo(times == 0 ? List.of() : List.of(new Ranked(1, "a", 5 * times)));
            boolean retained = admin.getDatabase(database)
                            .getCollection("ranking_tables")
                            .find(new Document("_id", "game@day").append("until", new Document("$exists", true)))
                            .first()
                    != null;
            assertThat(retained).isEqualTo(times > 0);
            get(second.incrementAll(changes));
            times++;
        }
    }
}
