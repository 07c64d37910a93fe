package dev.tidemark.service.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.spi.BackendException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StartFailureTest {

    @Test
    @DisplayName("A signal during the start is told in one line, without the stack trace of what it interrupted")
    void stopped() {
        Throwable failure = new RuntimeException(
                "Failed to start quarkus", new IllegalStateException("Shutdown in progress", null));

        assertThat(reported(failure).lines()).containsExactly("Tidemark was stopped while it started");
    }

    @Test
    @DisplayName("What a user can put right is told in one line, anything else with its stack trace")
    void failed() {
        assertThat(reported(new RuntimeException("Failed", new BackendException("the folder is full", null)))
                        .lines())
                .containsExactly("Tidemark cannot start: the folder is full");
        assertThat(reported(new IllegalStateException("no idea")).lines())
                .startsWith("Tidemark cannot start: java.lang.IllegalStateException: no idea")
                .anyMatch(line -> line.startsWith("\tat "));
    }

    private static String reported(Throwable failure) {
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, UTF_8));
        try {
            StartFailure.report(failure);
        } finally {
            System.setErr(before);
        }
        return said.toString(UTF_8);
    }
}
