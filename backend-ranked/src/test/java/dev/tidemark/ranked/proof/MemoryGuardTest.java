package dev.tidemark.ranked.proof;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranked.DiskEngine;
import dev.tidemark.ranking.Order;
import java.nio.file.Files;
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
        Path out = dir.resolve("out");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx96m",
                        "-XX:+Use" + collector,
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FullVictim.class.getName(),
                        data.toString())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            assertThat(process.waitFor(5, MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        String said = Files.readString(out);
        assertThat(process.exitValue()).as(said).isZero();
        assertThat(said).doesNotContain("OutOfMemoryError").contains("writes are rejected: the store is full");
        List<String> lines = said.lines().toList();
        long[] acknowledged = Arrays.stream(lines.get(lines.size() - 1).split(" "))
                .skip(1)
                .mapToLong(Long::parseLong)
                .toArray();
        assertThat(acknowledged).hasSize(FullVictim.WRITERS).doesNotContain(0);
        try (DiskEngine engine =
                DiskEngine.Setup.of(data, InstantSource.system()).open()) {
            for (int writer = 1; writer < FullVictim.WRITERS - 1; writer++) {
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
