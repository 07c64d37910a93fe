package dev.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("service")
class RefusedStartIT {

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
            """)
    @DisplayName("A wrong setting ends the start with a message that names it, and no stack trace")
    void namesTheSetting(String variable, String value, String message) throws InterruptedException {
        try (ServiceProcess service = ServiceProcess.launch(Map.of(variable, value))) {
            assertThat(service.exitStatus()).isNotZero();
            assertThat(service.output())
                    .contains("Tidemark cannot start")
                    .contains(message)
                    .doesNotContain("\tat ");
        }
    }

    @Test
    @DisplayName("A port that is taken is named")
    void namesTheTakenPort() throws InterruptedException {
        try (ServiceProcess first = ServiceProcess.launch(Map.of());
                ServiceProcess second =
                        ServiceProcess.launch(Map.of("QUARKUS_HTTP_PORT", Integer.toString(first.port())))) {
            assertThat(second.exitStatus()).isNotZero();
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
