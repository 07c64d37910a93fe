package dev.tidemark.ranked.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranked.proof.SmallHeap.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes that could not start again with the heap that they had run in, and never would have. */
class RestartMemoryTest {

    @TempDir
    private Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"log", "snapshot"})
    @DisplayName("What expired in tables that no command names again does not fill the heap of a start")
    void expired(String source) throws Exception {
        Run filled = run("filled", ShortLived.class, source);
        assertThat(filled.output()).as("%s", filled).containsExactly(ShortLived.FILLED);

        assertStarts();
    }

    @ParameterizedTest
    @ValueSource(strings = {"log", "snapshot"})
    @DisplayName("A board that fills the heap up to the limit is there after a start with the same heap")
    void boards(String source) throws Exception {
        Run filled = run("filled", BoardHits.class, source);
        assertThat(filled.output()).as("%s", filled).containsExactly(BoardHits.FILLED);

        assertStarts();
    }

    private void assertStarts() throws IOException, InterruptedException {
        Run started = run("started", Starter.class);
        assertThat(started.status()).as("%s", started).isZero();
        assertThat(started.output()).containsExactly(Starter.STARTED);
    }

    private Run run(String name, Class<?> main, String... more) throws IOException, InterruptedException {
        String[] arguments = new String[more.length + 1];
        arguments[0] = dir.resolve("data").toString();
        System.arraycopy(more, 0, arguments, 1, more.length);
        return SmallHeap.run(dir.resolve(name), List.of("-Xmx96m", "-XX:+ExitOnOutOfMemoryError"), main, arguments);
    }
}
