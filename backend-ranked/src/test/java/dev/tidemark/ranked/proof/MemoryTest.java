package dev.tidemark.ranked.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranked.DiskEngine;
import dev.tidemark.ranked.proof.SmallHeap.Run;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.TableIncrements;
import dev.tidemark.tck.TestClock;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    @ParameterizedTest
    @ValueSource(strings = {"the body", "the length"})
    @DisplayName(
            "Damage at the beginning of a log that is larger than the heap is found, and told with file and offset")
    void damageBeforeMuch(String what) throws Exception {
        Path data = dir.resolve("data");
        fillWithLargeCommands(data, 14);
        Path log = data.toRealPath().resolve("log-0000000000000000001.tide");
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
            if (what.equals("the body")) {
                file.seek(200);
                file.write(0);
            } else {
                // The highest byte of a little-endian length behind the header and the checksum: 16 MB more.
                file.seek(24 + 4 + 3);
                file.write(1);
            }
        }

        Run run = SmallHeap.run(
                dir.resolve("damaged"),
                List.of("-Xmx16m", "-XX:+ExitOnOutOfMemoryError"),
                Starter.class,
                data.toString());

        assertThat(run.status()).as("%s", run).isEqualTo(1);
        assertThat(run.output()).hasSize(1);
        assertThat(run.output().get(0)).startsWith(log + " is damaged at offset 24: ");
    }

    @ParameterizedTest(name = "{0} MB, {1}")
    @CsvSource({
        "6, SerialGC",
        "8, SerialGC",
        "10, SerialGC",
        "12, SerialGC",
        "16, SerialGC",
        "6, G1GC",
        "8, G1GC",
        "12, G1GC",
        "16, G1GC"
    })
    @DisplayName("A start that has no room for a single large command starts or says so, and never just ends")
    void largeCommands(int megabytes, String collector) throws Exception {
        Path data = dir.resolve("data");
        fillWithLargeCommands(data, 8);

        assertStartsOrSaysWhy(data, megabytes, collector, 100);
    }

    @ParameterizedTest(name = "{0} MB, {1}")
    @CsvSource({
        "16, SerialGC",
        "20, SerialGC",
        "24, SerialGC",
        "28, SerialGC",
        "16, G1GC",
        "20, G1GC",
        "24, G1GC",
        "28, G1GC"
    })
    @DisplayName("A start that has no room for the series of a single command starts or says so, and never just ends")
    void manyNewSeries(int megabytes, String collector) throws Exception {
        Path data = dir.resolve("data");
        fillWithSeries(data, 4);

        assertStartsOrSaysWhy(data, megabytes, collector, 200);
    }

    /** Below a size of 100 nothing looked at what they took: 1 MB of such commands takes more than 100 MB. */
    @ParameterizedTest(name = "{0} MB, {1}, {2} a command")
    @CsvSource({
        "24, SerialGC, 1",
        "40, SerialGC, 1",
        "32, G1GC, 1",
        "40, SerialGC, 10",
        "48, G1GC, 10",
        "24, SerialGC, 99",
        "64, SerialGC, 99",
        "96, SerialGC, 99",
        "32, G1GC, 99",
        "64, G1GC, 99",
        "96, G1GC, 99"
    })
    @DisplayName("A start that has no room for what many small commands made starts or says so, and never just ends")
    void manySmallCommands(int megabytes, String collector, int size) throws Exception {
        Path data = dir.resolve("data");
        fillWithSmallCommands(data, 80_000 / size, size);

        assertStartsOrSaysWhy(data, megabytes, collector, 400);
    }

    private void assertStartsOrSaysWhy(Path data, int megabytes, String collector, int mostNeeded) throws Exception {
        Run run = SmallHeap.run(
                dir.resolve("small"),
                List.of(
                        "-XX:-UseSerialGC",
                        "-XX:+Use" + collector,
                        "-Xmx" + megabytes + "m",
                        "-XX:+ExitOnOutOfMemoryError"),
                Starter.class,
                data.toString());

        assertThat(run.output()).as("%s", run).hasSize(1);
        if (run.status() != 0) {
            assertThat(run.status()).as("%s", run).isEqualTo(1);
            Matcher needed = NEEDED.matcher(run.output().get(0));
            assertThat(needed.find()).as("%s", run.output()).isTrue();
            assertThat(Integer.parseInt(needed.group(1))).as("%s", run.output()).isBetween(megabytes, mostNeeded);
        }
    }

    /** Commands of about 130 KB each, with 10,000 series that take many times as much. */
    private static void fillWithSeries(Path data, int commands) {
        try (DiskEngine engine =
                DiskEngine.Setup.of(data, InstantSource.system()).open()) {
            for (int i = 0; i < commands; i++) {
                List<Event> events = new ArrayList<>();
                for (int series = 0; series < 10_000; series++) {
                    events.add(new Count("n:" + i + ":" + series, Instant.EPOCH, 1));
                }
                engine.timeSeries().insert(events).toCompletableFuture().join();
            }
        }
    }

    /** Each makes so many series and as many tables. */
    private static void fillWithSmallCommands(Path data, int commands, int size) {
        try (DiskEngine engine = DiskEngine.Setup.of(data, InstantSource.system())
                .with("fsync", "never")
                .open()) {
            for (int i = 0; i < commands; i++) {
                List<Event> events = new ArrayList<>();
                List<TableIncrements> increments = new ArrayList<>();
                for (int each = 0; each < size; each++) {
                    String name = i + ":" + each;
                    events.add(new Count(name, Instant.EPOCH, 1));
                    increments.add(new TableIncrements(name, List.of(new Increment("m", 1)), null));
                }
                engine.timeSeries().insert(events).toCompletableFuture().join();
                engine.rankings().incrementAll(increments).toCompletableFuture().join();
            }
        }
    }

    /** Commands of about 2 MB each, in which there is hardly anything. */
    private static void fillWithLargeCommands(Path data, int commands) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < 9_000; i++) {
            events.add(new Count("q".repeat(200) + i % 5, Instant.EPOCH, 1));
        }
        try (DiskEngine engine =
                DiskEngine.Setup.of(data, InstantSource.system()).open()) {
            for (int i = 0; i < commands; i++) {
                engine.timeSeries().insert(events).toCompletableFuture().join();
            }
        }
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
