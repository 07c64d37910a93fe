package dev.tidemark.redis.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.TidemarkException;
import dev.tidemark.spi.Applied;
import dev.tidemark.spi.BackendException;
import dev.tidemark.spi.BackendUnavailableException;
import io.vertx.redis.client.impl.types.ErrorType;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailuresTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NOAUTH Authentication required.",
                "ERR Protocol error: unauthenticated multibulk length",
                "ERR Protocol error: unauthenticated bulk length",
                "LOADING Redis is loading the dataset in memory"
            })
    @DisplayName("A server that cannot serve now, or wants a password now, can be tried again")
    void unavailable(String answer) {
        assertThat(translated(answer)).isInstanceOf(BackendUnavailableException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "LOADING Redis is loading the dataset in memory",
                "BUSY Redis is busy running a script.",
                "READONLY You can't write against a read only replica. script: 1f, on @user_script:2.",
                "ERR Error running script (call to f_1f): @user_script:2: -OOM command not allowed when used memory > 'maxmemory'.",
                "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.",
                "NOREPLICAS Not enough good replicas to write.",
                "NOAUTH Authentication required.",
                "ERR Protocol error: unauthenticated multibulk length"
            })
    @DisplayName("What Redis rejects before the first write was not applied, if it was the first command")
    void notApplied(String answer) {
        assertThat(Failures.first(translated(answer)))
                .isInstanceOfSatisfying(
                        BackendUnavailableException.class,
                        failure -> assertThat(failure.applied()).isEqualTo(Applied.NO));
    }

    @ParameterizedTest
    @ValueSource(strings = {"CONNECTION_CLOSED", "CLUSTERDOWN Hash slot not served"})
    @DisplayName("What may have been carried out may have been applied")
    void perhapsApplied(String answer) {
        assertThat(Failures.first(translated(answer)))
                .isInstanceOfSatisfying(
                        BackendUnavailableException.class,
                        failure -> assertThat(failure.applied()).isEqualTo(Applied.UNKNOWN));
    }

    @Test
    @DisplayName("A permanent error of Redis is not worth a retry")
    void refused() {
        assertThat(translated("ERR unknown command")).isExactlyInstanceOf(BackendException.class);
    }

    private static TidemarkException translated(String answer) {
        return Failures.translate(ErrorType.create(answer), Duration.ofSeconds(1));
    }
}
