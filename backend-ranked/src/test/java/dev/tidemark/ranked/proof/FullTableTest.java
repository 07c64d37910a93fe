package dev.tidemark.ranked.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranked.proof.SmallHeap.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Processes with a table that fills their heap up to where writes are rejected. To sort it took as much memory again as was
 * left, so what expired together ended the process, and each restart after that.
 */
@DisplayName("A table that fills the heap")
class FullTableTest {

    private static final String HEAP = "96";
    private static final String LARGER_HEAP = "128";
    private static final String FULL = "75%";
    private static final String FULLER = "85%";

    @TempDir
    private Path dir;

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"SerialGC", "G1GC"})
    @DisplayName("expires what is due at once")
    void expires(String collector) throws Exception {
        Run filled = run("filled", collector, HEAP, FULLER, "fill", "expire");
        assertThat(filled.status()).as("%s", filled).isZero();
        assertThat(filled.output()).containsExactly(FullTable.EXPIRED);

        assertOpens(collector, LARGER_HEAP);
    }

    @ParameterizedTest(name = "{0}, {1}")
    @CsvSource({"SerialGC, log", "SerialGC, snapshot", "G1GC, log", "G1GC, snapshot"})
    @DisplayName("is there after a restart in the same heap, and what expired meanwhile is not")
    void restarts(String collector, String source) throws Exception {
        Run filled = run("filled", collector, HEAP, FULL, "fill", source);
        assertThat(filled.status()).as("%s", filled).isZero();
        assertThat(filled.output()).contains(FullTable.PENDING);

        assertOpens(collector, HEAP);
    }

    @ParameterizedTest(name = "{0}, {1} MB")
    @CsvSource({"SerialGC, 64", "SerialGC, 72", "SerialGC, 80", "G1GC, 64", "G1GC, 72", "G1GC, 80"})
    @DisplayName("starts in a heap that is somewhat smaller, or says how much it needs")
    void smallerHeap(String collector, String heap) throws Exception {
        run("filled", "SerialGC", HEAP, FULL, "fill", "snapshot");

        Run opened = run("opened", collector, heap, FULL, "open");

        assertThat(opened.output()).as("%s", opened).hasSize(1);
        if (opened.status() == 0) {
            assertThat(opened.output()).containsExactly(FullTable.EXPIRED);
        } else {
            assertThat(opened.status()).as("%s", opened).isEqualTo(1);
            assertThat(opened.output().get(0)).contains("there is not enough memory for what is stored");
        }
    }

    private void assertOpens(String collector, String heap) throws IOException, InterruptedException {
        Run opened = run("opened", collector, heap, FULL, "open");
        assertThat(opened.status()).as("%s", opened).isZero();
        assertThat(opened.output()).containsExactly(FullTable.EXPIRED);
    }

    private Run run(String name, String collector, String heap, String maxMemory, String... steps)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(dir.resolve("data").toString(), maxMemory));
        arguments.addAll(List.of(steps));
        return SmallHeap.run(
                dir.resolve(name),
                List.of("-XX:-UseSerialGC", "-XX:+Use" + collector, "-Xmx" + heap + "m", "-XX:+ExitOnOutOfMemoryError"),
                FullTable.class,
                arguments.toArray(String[]::new));
    }
}
