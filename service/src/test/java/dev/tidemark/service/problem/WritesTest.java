package dev.tidemark.service.problem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("What a write is")
class WritesTest {

    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource({
        "POST, /v1/events, true",
        "POST, /v1/commands, true",
        "POST, /, true",
        "POST, /v1/rankings/lookup/increments, true",
        "POST, /v1/rankings/t/remove, true",
        "PUT, /v1/rankings/t/members, true",
        "DELETE, /v1/rankings/lookup, true",
        "POST, /v1/rankings/t/lookup, false",
        "POST, /v1/rankings/union, false",
        "GET, /v1/rankings/t, false",
        "HEAD, /v1/rankings/t, false",
    })
    void byMethodAndPath(String method, String path, boolean write) {
        assertThat(Writes.isWrite(method, path)).isEqualTo(write);
    }
}
