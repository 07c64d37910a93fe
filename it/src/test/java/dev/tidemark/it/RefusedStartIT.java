package dev.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("service")
class RefusedStartIT {

    /** Servers that are away do not stop a start. */
    private static final Map<String, String> NOBODY_THERE = Map.of(
            "QUARKUS_REDIS_HOSTS", "redis://localhost:1", "QUARKUS_MONGODB_CONNECTION_STRING", "mongodb://localhost:1");

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource(delimiter = '|', textBlock = """
            TIDEMARK_BACKEND | nosuch | there is no backend 'nosuch': set tidemark.backend to one of mongo, ranked, redis
            TIDEMARK_BACKEND_RANKINGS | nosuch | there is no backend 'nosuch'
            TIDEMARK_RANKED_PERSISTENCE | tape | tidemark.ranked.persistence must be disk or memory, but is 'tape'
            TIDEMARK_RANKED_FSYNC | sometimes | tidemark.ranked.fsync must be always or everysec or never, but is 'sometimes'
            TIDEMARK_RANKED_DIR | /proc/nowhere | set tidemark.ranked.dir to one that can be written to
            TIDEMARK_RANKED_BACKUP_DIR | data/backups | set tidemark.ranked.backup-dir to a folder outside of it
            TIDEMARK_UNIQUES_PRECISION | roughly | tidemark.uniques.precision: must be exact or approximate, but is 'roughly'
            TIDEMARK_SAMPLES_RETENTION | soon | tidemark.samples.retention: 'soon' is not a duration
            TIDEMARK_BOARDS_ZONE | Mars/Base | tidemark.boards.zone: 'Mars/Base' is not a time zone
            TIDEMARK_LIMITS_EVENTS | 0 | tidemark.limits.events: must be at least 1, but is 0
            TIDEMARK_LIMITS_EVENTS | abc | tidemark.limits.events is 'abc': Expected an integer value
            TIDEMARK_RANKED_DIR | '' | tidemark.ranked.dir is set, but empty
            TIDEMARK_RANKED_FSYNC | '' | tidemark.ranked.fsync is set, but empty
            TIDEMARK_BACKEND | '' | tidemark.backend is set, but empty
            TIDEMARK_BACKEND_RANKINGS | '' | tidemark.backend.rankings is set, but empty
            QUARKUS_HTTP_PORT | 99999 | quarkus.http.port: must be 0 to 65535, but is 99999
            QUARKUS_HTTP_PORT | abc | quarkus.http.port is 'abc'
            QUARKUS_HTTP_HOST | nosuch.invalid | quarkus.http.host
            TIDEMARK_LIMITS_IN_FLIGHT | 0 | tidemark.limits.in-flight: must be at least 1, but is 0
            TIDEMARK_LIMITS_BODY_MEMORY | 1M | tidemark.limits.body-memory: must be at least 8388608 bytes, which is tidemark.limits.body
            TIDEMARK_LIMITS_BODY_TIME | soon | tidemark.limits.body-time: 'soon' is not a duration
            TIDEMARK_LIMITS_BODY_TIME | 0s | tidemark.limits.body-time: must be 1ms to 1d, but is '0s'
            """)
    @DisplayName("A wrong setting ends the start with a message that names it, and no stack trace")
    void namesTheSetting(String variable, String value, String message) throws InterruptedException {
        try (ServiceProcess service = ServiceProcess.launch(Map.of(variable, value))) {
            requireOneLine(service, message);
        }
    }

    @ParameterizedTest(name = "{0}: {1}={2}")
    @CsvSource(delimiter = '|', textBlock = """
            redis | QUARKUS_REDIS_HOSTS | nonsense | quarkus.redis.hosts must be addresses such as redis://localhost:6379, but is 'nonsense'
            redis | QUARKUS_REDIS_HOSTS | redis://:secret@host:notaport | but is 'redis://***@host:notaport'
            redis | QUARKUS_REDIS_HOSTS | redis:me:secret@host | but is '***@host'
            redis | TIDEMARK_REDIS_TIMEOUT | 999999999999d | tidemark.redis.timeout must be 1ms to 1d
            redis | QUARKUS_REDIS_MAX_POOL_SIZE | 0 | (quarkus.log.category."dev.tidemark".level=DEBUG shows where)
            mongo | QUARKUS_MONGODB_CONNECTION_STRING | mongodb://me:secret@host:notaport | quarkus.mongodb.connection-string: 'mongodb://***@host:notaport'
            mongo | QUARKUS_MONGODB_CONNECTION_STRING | mongodb+srv:// | quarkus.mongodb.connection-string: 'mongodb+srv://'
            mongo | QUARKUS_MONGODB_CONNECTION_STRING | mongodb+srv://nosuch.invalid | nosuch.invalid
            mongo | QUARKUS_MONGODB_CONNECTION_STRING | '' | quarkus.mongodb.connection-string is set, but empty
            mongo | TIDEMARK_MONGO_DATABASE | a.b | tidemark.mongo.database must be the name of a database
            mongo | TIDEMARK_MONGO_TIMEOUT | 106751991168d | tidemark.mongo.timeout must be 1ms to 1d
            """)
    @DisplayName("A wrong setting of the active backend ends the start with one line, without a password")
    void namesTheSettingOfABackend(String backend, String variable, String value, String message)
            throws InterruptedException {
        Map<String, String> settings = new HashMap<>(NOBODY_THERE);
        settings.put("TIDEMARK_BACKEND", backend);
        settings.put(variable, value);
        try (ServiceProcess service = ServiceProcess.launch(settings)) {
            requireOneLine(service, message);
            assertThat(service.output()).doesNotContain("secret");
        }
    }

    @Test
    @DisplayName("What is wrong with the settings of a backend that is not active does not stop the service")
    void ignoresOtherBackends() {
        Map<String, String> settings = Map.of(
                "QUARKUS_REDIS_HOSTS", "nonsense", "QUARKUS_MONGODB_CONNECTION_STRING", "mongodb+srv://nosuch.invalid");
        try (ServiceProcess service = ServiceProcess.launch(settings)) {
            new Rest(service.port()).ready().expect(200);
        }
    }

    @Test
    @DisplayName("Who asks for it sees where an unexpected failure comes from")
    void showsWhere() throws InterruptedException {
        Map<String, String> settings = new HashMap<>(NOBODY_THERE);
        settings.put("TIDEMARK_BACKEND", "redis");
        settings.put("QUARKUS_REDIS_MAX_POOL_SIZE", "0");
        settings.put("QUARKUS_LOG_CATEGORY__DEV_TIDEMARK__LEVEL", "DEBUG");
        try (ServiceProcess service = ServiceProcess.launch(settings)) {
            assertThat(service.exitStatus()).isEqualTo(1);
            assertThat(service.output()).contains("Tidemark cannot start: ", "The start failed", "\tat ");
        }
    }

    @Test
    @DisplayName("A settings file that cannot be read ends the start with one line")
    void namesTheFile(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("bad.properties"), "tidemark.backend=\\uXYZQ\n");
        try (ServiceProcess service = ServiceProcess.launch(Map.of("SMALLRYE_CONFIG_LOCATIONS", file.toString()))) {
            requireOneLine(service, "the settings cannot be read: Malformed");
        }
    }

    private static void requireOneLine(ServiceProcess service, String message) throws InterruptedException {
        assertThat(service.exitStatus()).isEqualTo(1);
        assertThat(service.output().lines().filter(line -> line.contains("Tidemark cannot start")))
                .singleElement()
                .asString()
                .contains(message);
        assertThat(service.output()).doesNotContain("\tat ");
    }

    @Test
    @DisplayName("A port that is taken is named")
    void namesTheTakenPort() throws InterruptedException {
        try (ServiceProcess first = ServiceProcess.launch(Map.of());
                ServiceProcess second =
                        ServiceProcess.launch(Map.of("QUARKUS_HTTP_PORT", Integer.toString(first.port())))) {
            assertThat(second.exitStatus()).isNotZero();
            assertThat(second.output()).doesNotContain("\tat ");
            assertThat(second.output()).contains("Port " + first.port() + " seems to be in use");
        }
    }

    @Test
    @DisplayName("A misspelt setting is reported, and does not stop the service")
    void reportsMisspelt() {
        Map<String, String> misspelt = Map.of("TIDEMARK_RANKED_PERSISTANCE", "memory", "TIDEMARK_LIMIT", "5");
        try (ServiceProcess service = ServiceProcess.launch(misspelt)) {
            service.port();
            assertThat(service.output())
                    .contains("tidemark.ranked.persistance is set, but the backend 'ranked' does not use it")
                    .contains("tidemark.limit is set, but there is no such setting");
        }
    }
}
