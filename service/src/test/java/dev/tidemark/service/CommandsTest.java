package dev.tidemark.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.service.cases.CommandsCases;
import dev.tidemark.tck.TestClock;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@DisplayName("POST / and POST /v1/commands")
class CommandsTest extends CommandsCases {

    @Inject
    TestClock clock;

    @ParameterizedTest
    @ValueSource(strings = {"/", "/v1/commands"})
    @DisplayName("answer a session of the original server, and undo what was to be undone")
    void session(String path) {
        assertThat(run(path, """
                zadd t 5 a 7 b
                zincrby t 3 a
                zincrbyp t 10 c 2
                zrevrange t 0 -1 withscores
                """)).isEqualTo("8\n10\nc 10\na 8\nb 7\n");
        clock.advance(Duration.ofSeconds(2));
        assertThat(run(path, "zrevrange t 0 -1 withscores")).isEqualTo("a 8\nb 7\nc 0\n");
    }
}
