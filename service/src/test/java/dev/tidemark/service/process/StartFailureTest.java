package dev.tidemark.service.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.spi.BackendException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StartFailureTest {

    private static final String HINT = " (quarkus.log.category.\"dev.tidemark\".level=DEBUG shows where)";

    @Test
    @DisplayName("What is known is told as it is, whatever it is wrapped in")
    void known() {
        Throwable failure = started(BackendException.emptySetting("tidemark.x"));
        assertThat(StartFailure.describe(failure))
                .isEqualTo("Tidemark cannot start: tidemark.x is set, but empty: give it a value, or do not set it");
    }

    @Test
    @DisplayName("What is not known is told in one line, by what its causes say and without their classes")
    void unknown() {
        Throwable innermost = new ArithmeticException("long overflow");
        Throwable repeating = new IllegalStateException(innermost);
        Throwable telling = new IllegalArgumentException("the pool is\n  too small", repeating);
        assertThat(StartFailure.describe(started(telling)))
                .isEqualTo("Tidemark cannot start: the pool is too small: long overflow" + HINT);
    }

    @Test
    @DisplayName("A cause that repeats the one inside is told once")
    void repeated() {
        Throwable innermost = new IllegalStateException("the disk is full");
        assertThat(StartFailure.describe(started(new RuntimeException("cannot write: the disk is full", innermost))))
                .isEqualTo("Tidemark cannot start: cannot write: the disk is full" + HINT);
    }

    @Test
    @DisplayName("A failure that says nothing is told by its name")
    void silent() {
        assertThat(StartFailure.describe(started(new IllegalArgumentException())))
                .isEqualTo("Tidemark cannot start: IllegalArgumentException" + HINT);
    }

    private static Throwable started(Throwable cause) {
        return new RuntimeException("Failed to start quarkus", cause);
    }

    @Test
    @DisplayName("A signal during the start is told in one line, without the stack trace of what it interrupted")
    void stopped() {
        Throwable failure = new RuntimeException(
                "Failed to start quarkus", new IllegalStateException("Shutdown in progress", null));

        assertThat(reported(failure).lines()).containsExactly("Tidemark was stopped while it started");
    }

    @Test
    @DisplayName("No failure is told with its stack trace")
    void failed() {
        assertThat(reported(started(new IllegalStateException("no idea"))).lines())
                .containsExactly("Tidemark cannot start: no idea" + HINT);
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
