package dev.tidemark.ranked.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranked.DiskEngine;
import dev.tidemark.ranked.proof.SmallHeap.Run;
import dev.tidemark.ranking.Order;
import dev.tidemark.tck.TestClock;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Processes whose heap is too small. An {@link OutOfMemoryError} in the log once left a gap in the sequence: 1,000 increments
 * were acknowledged after it, and the restart was refused, or had none of them. And a start with too little memory was an
 * endless loop of stack traces.
 */
class MemoryTest {

    private static final Pattern NEEDED =
            Pattern.compile("it needs about (\\d+) MB, and there are (\\d+) MB .*: start with -Xmx(\\d+)m or more");

    @TempDir
    private Path dir;

    @ParameterizedTest(name = "{0} bytes free")
    @ValueSource(longs = {1_500_000, 3_000_000, 5_000_000, 8_000_000})
    @DisplayName("After memory ran out nothing is acknowledged that a restart does not find")
    void acknowledgedIsThere(long free) throws Exception {
        Path data = dir.resolve("data");
        Run run = SmallHeap.run(
                dir.resolve("output"), List.of("-Xmx96m"), Glutton.class, data.toString(), Long.toString(free));

        assertThat(run.status()).as("%s", run).isZero();
        assertThat(number(run, Glutton.RAN_OUT)).as("%s", run).isPositive();
        long acknowledged = number(run, Glutton.ACKNOWLEDGED);
        try (DiskEngine engine =
                DiskEngine.Setup.of(data, new TestClock(Instant.now())).open()) {
            for (int i = 0; i < acknowledged; i++) {
                assertThat(engine.rankings()
                                .rank("after", "m" + i, Order.ASC)
                                .toCompletableFuture()
                                .join())
                        .as("increment %s of %s", i, acknowledged)
                        .isPresent();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"the snapshot", "the log"})
    @DisplayName("A start with too little memory says in one line how much is needed, and with that it starts")
    void startNeedsMemory(String what) throws Exception {
        Path data = dir.resolve("data");
        fill(data, what.equals("the snapshot"));

        Run small = SmallHeap.run(
                dir.resolve("small"),
                List.of("-Xmx32m", "-XX:+ExitOnOutOfMemoryError"),
                Starter.class,
                data.toString());
        assertThat(small.status()).as("%s", small).isEqualTo(1);
        assertThat(small.output()).hasSize(1);
        assertThat(small.log()).noneMatch(line -> line.startsWith("\tat "));
        Matcher needed = NEEDED.matcher(small.output().get(0));
        assertThat(needed.find()).as("%s", small.output()).isTrue();
        assertThat(Integer.parseInt(needed.group(1))).isBetween(33, 250);
        assertThat(Integer.parseInt(needed.group(2))).isBetween(30, 32);

        Run enough = SmallHeap.run(
                dir.resolve("enough"), List.of("-Xmx" + needed.group(3) + "m"), Starter.class, data.toString());
        assertThat(enough.output()).containsExactly(Starter.STARTED);
    }

    private static void fill(Path data, boolean snapshot) {
        try (DiskEngine engine = DiskEngine.Setup.of(data, InstantSource.system())
                .with("fsync", "never")
                .open()) {
            for (int table = 0; table < 10; table++) {
                for (int part = 0; part < 50; part++) {
                    Map<String, Long> scores = new HashMap<>();
                    for (int i = 0; i < 1_000; i++) {
                        scores.put("member " + part + " " + i, (long) i);
                    }
                    engine.rankings()
                            .set("table" + table, scores)
                            .toCompletableFuture()
                            .join();
                }
            }
            if (snapshot) {
                engine.snapshot();
            }
        }
    }

    private static long number(Run run, String line) {
        return run.output().stream()
                .filter(each -> each.startsWith(line))
                .mapToLong(each -> Long.parseLong(each.substring(line.length())))
                .findFirst()
                .orElseThrow(() -> new AssertionError(run.output()));
    }
}
