package dev.tidemark.ranked.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranked.proof.SmallHeap.Run;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What waited for the fsync of {@code everysec} ended a process with 96 MB after 13 batches, with a store that was nearly empty. */
class EverySecondTest {

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"SerialGC", "G1GC"})
    @DisplayName("Large batches with fsync=everysec do not take the heap while they wait for the fsync")
    void largeBatches(String collector, @TempDir Path dir) throws Exception {
        Run run = SmallHeap.run(
                dir.resolve("out"),
                List.of("-XX:-UseSerialGC", "-XX:+Use" + collector, "-Xmx96m", "-XX:+ExitOnOutOfMemoryError"),
                EverySecondWriters.class,
                dir.resolve("data").toString());

        assertThat(run.status()).as("%s", run).isZero();
        assertThat(run.output()).containsExactly(EverySecondWriters.DONE);
    }
}
