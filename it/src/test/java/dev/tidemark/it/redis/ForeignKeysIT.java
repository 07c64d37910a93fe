package dev.tidemark.it.redis;

import static dev.tidemark.tck.Stages.assertFails;
import static dev.tidemark.tck.Stages.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.ranking.TableIncrements;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Somebody else's value at one of the keys. Redis does not undo what a script has done before it fails, so the scripts have to
 * find out before their first change.
 */
@Execution(ExecutionMode.CONCURRENT)
class ForeignKeysIT {

    private static final List<Increment> BOTH = List.of(new Increment("alice", 2), new Increment("bob", 3));

    @AutoClose
    private static final RedisServer SERVER = RedisServer.start();

    @ParameterizedTest(name = "{0}: {1} of a table that is there: {2}, with a list at {3}")
    @CsvSource({
        "sorted-set, hit,       true,  ranking:{game}@day",
        "sorted-set, hit,       true,  retention:{game}@day",
        "sorted-set, hit,       false, retention:{game}@day",
        "sorted-set, hit,       false, tidemark:tables",
        "sorted-set, increment, true,  retention:{game}@day",
        "sorted-set, increment, true,  expiring:{game}@day",
        "sorted-set, increment, true,  expiring-of:{game}@day",
        "sorted-set, increment, false, tidemark:tables",
        "sorted-set, set,       true,  retention:{game}@day",
        "sorted-set, set,       false, tidemark:tables",
        "sorted-set, remove,    true,  ranking:{game}@day",
        "sorted-set, remove,    true,  retention:{game}@day",
        "sorted-set, remove,    true,  expiring-of:{game}@day",
        "hash,       hit,       true,  ranking:{game}@day",
        "hash,       hit,       true,  stats:{game}@day\2bob",
        "hash,       hit,       true,  stats-until:{game}@day",
        "hash,       hit,       true,  retention:{game}@day",
        "hash,       hit,       false, retention:{game}@day",
        "hash,       hit,       false, tidemark:tables",
        "hash,       increment, true,  stats:{game}@day\2bob",
        "hash,       increment, true,  stats-until:{game}@day",
        "hash,       increment, true,  retention:{game}@day",
        "hash,       increment, true,  expiring-of:{game}@day",
        "hash,       increment, false, tidemark:tables",
        "hash,       set,       true,  stats:{game}@day\2bob",
        "hash,       set,       true,  stats-until:{game}@day",
        "hash,       set,       true,  retention:{game}@day",
        "hash,       set,       false, tidemark:tables",
        "hash,       remove,    true,  stats-until:{game}@day",
        "hash,       remove,    true,  retention:{game}@day"
    })
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("A write that comes across a foreign key fails, and changes nothing")
    void changesNothing(String layout, String write, boolean there, String key) {
        try (RedisTck tck = RedisTck.on(SERVER, Map.of("ranking-layout", layout));
                Backend backend = tck.openEmpty();
                RedisProbe probe = SERVER.probe()) {
            RankingStore store = backend.rankings();
            if (there) {
                get(write("hit", store));
                get(write("increment", store));
            }
            probe.number("DEL", key);
            probe.number("RPUSH", key, "foreign");
            Map<String, Object> before = RedisContents.of(tck.servers());

            BackendException failure = assertFails(write(write, store), BackendException.class);

            assertThat(failure).hasMessageContaining("a key is of another type");
            assertThat(RedisContents.of(tck.servers())).isEqualTo(before);
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"sorted-set", "hash"})
    @Execution(ExecutionMode.SAME_THREAD)
    @DisplayName("A hit by a user of Redis who may not write retentions fails, and changes no score")
    void mayNotSet(String layout) {
        SERVER.text("ACL", "SETUSER", "limited", "on", ">secret", "~*", "+@all", "-set");
        String uri = SERVER.uri().replace("//", "//limited:secret@");
        try (RedisTck all = RedisTck.on(SERVER, Map.of("ranking-layout", layout));
                RedisTck limited = RedisTck.on(uri, SERVER, Map.of("ranking-layout", layout));
                Backend backend = limited.openEmpty();
                Backend other = all.openEmpty()) {
            get(write("hit", other.rankings()));
            Map<String, Object> before = RedisContents.of(all.servers());

            assertFails(write("hit", backend.rankings()), BackendException.class);

            assertThat(RedisContents.of(all.servers())).isEqualTo(before);
        }
    }

    private static CompletionStage<?> write(String write, RankingStore store) {
        Duration retention = Duration.ofMinutes(10);
        return switch (write) {
            case "hit" ->
                store.incrementAll(List.of(
                        new TableIncrements("game@total", BOTH, null),
                        new TableIncrements("game@week", BOTH, retention),
                        new TableIncrements("game@day", BOTH, retention)));
            case "increment" -> store.increment("game@day", BOTH, Duration.ofHours(1));
            case "set" -> store.set("game@day", Map.of("alice", 7L, "bob", 8L));
            case "remove" -> store.remove("game@day", List.of("alice"));
            default -> throw new AssertionError(write);
        };
    }
}
