package dev.tidemark.service.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoConfigurationException;
import dev.tidemark.spi.BackendException;
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

    @Test
    @DisplayName("A failure of the MongoDB client names the setting that it comes from")
    void connectionString() {
        assertThat(StartFailure.describe(started(new MongoConfigurationException("no TXT record of host x"))))
                .isEqualTo("Tidemark cannot start: quarkus.mongodb.connection-string: no TXT record of host x" + HINT);
    }

    private static Throwable started(Throwable cause) {
        return new RuntimeException("Failed to start quarkus", cause);
    }
}
