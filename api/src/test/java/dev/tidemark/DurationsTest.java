package dev.tidemark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "500ms, PT0.5S",
        "10s, PT10S",
        "10, PT10S",
        "5m, PT5M",
        "2h, PT2H",
        "7d, PT168H",
        "'  7 d ', PT168H",
        "0, PT0S",
        "PT1H30M, PT1H30M",
        "P1D, PT24H",
        "999999999999s, PT999999999999S"
    })
    @DisplayName("durations are read as people write them")
    void good(String text, Duration expected) {
        assertThat(Durations.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "x", "5x", "-5s", "1.5s", "5 m s", "P", "9999999999999", "10S", "1h30m"})
    @DisplayName("anything else is refused with the ways to write one")
    void bad(String text) {
        assertThatThrownBy(() -> Durations.parse(text))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining("500ms");
    }
}
