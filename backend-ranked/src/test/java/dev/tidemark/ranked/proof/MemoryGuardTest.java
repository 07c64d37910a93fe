package dev.tidemark.ranked.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranked.DiskEngine;
import dev.tidemark.ranked.proof.SmallHeap.Run;
import dev.tidemark.ranking.Order;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The engine took writes until there was no memory left: threads died without a word, and the process stayed. Now it rejects
 * writes before that, with any collector.
 */
class MemoryGuardTest {

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"SerialGC", "G1GC", "ParallelGC"})
    @DisplayName("A process with 96 MB rejects writes when it is full, reads and deletes go on, and nothing is lost")
    void rejectsInsteadOfRunningOut(String collector, @TempDir Path dir) throws Exception {
        Path data = dir.resolve("data");
        Run run = SmallHeap.run(
                dir.resolve("out"),
                List.of("-XX:-UseSerialGC", "-XX:+Use" + collector, "-Xmx96m", "-XX:+ExitOnOutOfMemoryError"),
                FullVictim.class,
                data.toString());
        assertThat(run.status()).as("%s", run).isZero();
        assertThat(run.log())
                .noneMatch(line -> line.contains("OutOfMemoryError"))
                .anyMatch(line -> line.contains("writes are rejected: the store is full"));
        // What the engine logs may come after it, so that it has to stand in a stream of its own.
        assertThat(run.output()).hasSize(1);
        long[] acknowledged = Arrays.stream(run.output().get(0).split(" "))
                .skip(1)
                .mapToLong(Long::parseLong)
                .toArray();
        assertThat(acknowledged).hasSize(FullVictim.WRITERS).doesNotContain(0);
        try (DiskEngine engine =
                DiskEngine.Setup.of(data, InstantSource.system()).open()) {
            for (int writer = 0; writer < FullVictim.WRITERS - 1; writer++) {
                assertThat(join(engine.rankings()
                                        .range("t" + writer, Order.ASC, 0, 1)
                                        .toCompletableFuture())
                                .total())
                        .isEqualTo(acknowledged[writer] * FullVictim.BATCH);
            }
            assertThat(join(engine.timeSeries()
                                    .series("", "", Integer.MAX_VALUE)
                                    .toCompletableFuture())
                            .items())
                    .hasSize((int) acknowledged[FullVictim.WRITERS - 1] * FullVictim.BATCH);
        }
    }

    private static <T> T join(CompletableFuture<T> future) {
        return future.join();
    }
}
