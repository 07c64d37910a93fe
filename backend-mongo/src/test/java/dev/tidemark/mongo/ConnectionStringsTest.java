package dev.tidemark.mongo;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.spi.BackendException;
import io.smallrye.config.ConfigValue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionStringsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mongodb://localhost",
                "mongodb://me:secret@one:1,two:2/?replicaSet=rs",
                "mongodb+srv://cluster.example.org",
                "mongodb+srv://me:secret@cluster.example.org/db?srvMaxHosts=3&retryWrites=true"
            })
    @DisplayName("A connection string is accepted, and no DNS server asked")
    void accepts(String text) {
        assertThatCode(() -> ConnectionStrings.require(setting(text))).doesNotThrowAnyException();
        assertThatCode(() -> ConnectionStrings.require(null)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "mongodb+srv://, 'mongodb+srv://'",
        "mongodb+srv://host:27017, one host name",
        "'mongodb+srv://one,two', one host name",
        "mongodb+srv://me:secret@, 'mongodb+srv://***@'",
        "mongodb://me:secret@host:notaport, 'mongodb://***@host:notaport'",
        "mongodb:me:secret@host, '***@host'"
    })
    @DisplayName("One that is none is rejected by its name, without the password")
    void rejects(String text, String message) {
        assertThatThrownBy(() -> ConnectionStrings.require(setting(text)))
                .isInstanceOf(BackendException.class)
                .hasMessageStartingWith("quarkus.mongodb.connection-string: ")
                .hasMessageContaining(message)
                .hasMessageNotContaining("secret");
    }

    @Test
    @DisplayName("An empty one is rejected as any empty setting is")
    void rejectsEmpty() {
        assertThatThrownBy(() -> ConnectionStrings.require(setting("")))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("quarkus.mongodb.connection-string is set, but empty");
    }

    private static ConfigValue setting(String text) {
        return ConfigValue.builder()
                .withName(ConnectionStrings.PROPERTY)
                .withValue(text)
                .build();
    }
}
