package dev.tidemark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimesTest {

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "0001-01-01T00:00:00Z, 0001-01-01T00:00:00Z",
        "0001-01-01T00:00:00.000000001Z, 0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59.999999999Z, 9999-12-31T23:59:59.999Z",
        "1970-01-01T00:00:00.0019Z, 1970-01-01T00:00:00.001Z",
        "1969-12-31T23:59:59.9999Z, 1969-12-31T23:59:59.999Z"
    })
    @DisplayName("a time is rounded down to its millisecond")
    void rounded(Instant time, Instant expected) {
        assertThat(Times.require("at", time)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0000-12-31T23:59:59.999999999Z",
                "+10000-01-01T00:00:00Z",
                "-1000000000-01-01T00:00:00Z",
                "+1000000000-12-31T23:59:59.999999999Z"
            })
    @DisplayName("a time outside of the years 1 to 9999 is refused by name")
    void outside(Instant time) {
        assertThatThrownBy(() -> Times.require("from", time))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageStartingWith("from must be within the years 1 to 9999");
    }
}
