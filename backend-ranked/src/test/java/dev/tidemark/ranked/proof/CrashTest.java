package dev.tidemark.ranked.proof;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranked.DiskEngine;
import dev.tidemark.ranked.proof.NumberedWrites.Seen;
import dev.tidemark.tck.TestClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kills the engine with SIGKILL, again and again on the same folder: while it starts, while it recovers, while it writes and
 * takes snapshots. A kill takes nothing from the system's page cache, so all ways to fsync have to keep what they
 * acknowledged.
 */
class CrashTest {

    private static final int KILLS_PER_FOLDER = 9;

    /** 128 and the number of the signal. */
    private static final int KILLED = 137;

    /** The same ones each time and a new one, or the one that is asked for. */
    static LongStream seeds() {
        Long wanted = Long.getLong("tidemark.seed");
        return wanted != null ? LongStream.of(wanted) : LongStream.of(1, 2, 3, new Random().nextInt(1 << 30));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    @DisplayName("What was acknowledged before a kill is there after it, and of what was not, all or nothing")
    void keepsWhatWasAcknowledged(long seed, @TempDir Path dir) throws Exception {
        Random random = new Random(seed);
        Path data = dir.resolve("data");
        long[] done = new long[NumberedWrites.THREADS];
        for (int round = 0; round < KILLS_PER_FOLDER; round++) {
            String fsync = round % 5 == 3 ? "everysec" : round % 5 == 4 ? "never" : "always";
            String story = "seed " + seed + " (run it again with -Dtidemark.seed=" + seed + "), kill " + (round + 1)
                    + ", fsync=" + fsync + ", done before: " + Arrays.toString(done);
            long[] acknowledged = done.clone();
            runAndKill(data, fsync, acknowledged, random, dir.resolve("errors"), story);
            done = verify(data, acknowledged, story);
        }
        verifyDeadlines(data, done, "seed " + seed);
    }

    /** Lets a process write, kills it at a random moment, and counts in {@code acknowledged} what it said before. */
    static void runAndKill(
            Path data,
            String fsync,
            long[] acknowledged,
            Random random,
            Path errors,
            String story,
            String... jvmOptions)
            throws Exception {
        Process process = start(data, fsync, acknowledged, errors, jvmOptions);
        CountDownLatch ready = new CountDownLatch(1);
        List<String> failures = new ArrayList<>();
        Thread listener = new Thread(() -> listen(process, ready, acknowledged, failures));
        listener.start();
        try {
            if (random.nextInt(4) > 0) {
                // Or else it is killed while it starts, or recovers.
                assertThat(ready.await(30, SECONDS))
                        .as(() -> story + read(errors))
                        .isTrue();
            }
            Thread.sleep(random.nextInt(400));
        } finally {
            // By its handle: the process itself would close its output, with acknowledgements in it.
            process.toHandle().destroyForcibly();
            assertThat(process.waitFor()).as(() -> story + read(errors)).isEqualTo(KILLED);
            listener.join();
        }
        assertThat(failures).as(story).isEmpty();
    }

    private static Process start(Path data, String fsync, long[] done, Path errors, String... jvmOptions)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(jvmOptions));
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                Victim.class.getName(),
                data.toString(),
                fsync));
        Arrays.stream(done).mapToObj(Long::toString).forEach(command::add);
        return new ProcessBuilder(command).redirectError(errors.toFile()).start();
    }

    private static void listen(Process process, CountDownLatch ready, long[] acknowledged, List<String> failures) {
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.equals(Victim.READY)) {
                    ready.countDown();
                } else if (line.startsWith(Victim.FAILED)) {
                    failures.add(line);
                } else {
                    int space = line.indexOf(' ');
                    acknowledged[Integer.parseInt(line.substring(0, space))] =
                            Long.parseLong(line.substring(space + 1));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Answers how many writes of each thread are done: those that were acknowledged, and maybe one more. */
    static long[] verify(Path data, long[] acknowledged, String story) {
        long[] done = acknowledged.clone();
        try (DiskEngine engine =
                DiskEngine.Setup.of(data, new TestClock(Instant.now())).open()) {
            assertThat(data).as(story).isDirectoryNotContaining("glob:**.tmp");
            long batches = 0;
            for (int thread = 0; thread < done.length; thread++) {
                NumberedWrites writes = new NumberedWrites(thread);
                Seen seen = writes.in(engine);
                String expiring = writes.expiringIn(engine);
                if (!seen.equals(writes.after(done[thread]))
                        || !expiring.equals(writes.expiringAfter(done[thread], 0))) {
                    done[thread]++;
                }
                String what = story + ", thread " + thread + ", acknowledged " + acknowledged[thread];
                assertThat(seen).as(what).isEqualTo(writes.after(done[thread]));
                assertThat(expiring).as(what).isEqualTo(writes.expiringAfter(done[thread], 0));
                batches += NumberedWrites.batches(done[thread]);
            }
            assertThat(NumberedWrites.count(engine, NumberedWrites.SHARED_SERIES))
                    .as(story)
                    .isEqualTo(batches);
        }
        return done;
    }

    /** What was to be undone is still known, however often the process was killed: it is undone day by day. */
    private static void verifyDeadlines(Path data, long[] done, String story) {
        TestClock clock = new TestClock(Instant.now());
        try (DiskEngine engine = DiskEngine.Setup.of(data, clock).open()) {
            clock.advance(Duration.ofHours(12));
            for (int days = 0; days <= 31; days++) {
                for (int thread = 0; thread < done.length; thread++) {
                    NumberedWrites writes = new NumberedWrites(thread);
                    assertThat(writes.expiringIn(engine))
                            .as(story + ", thread " + thread + " after " + days + " days")
                            .isEqualTo(writes.expiringAfter(done[thread], days));
                }
                clock.advance(Duration.ofDays(1));
            }
        }
    }

    private static String read(Path errors) {
        try {
            return "\n" + Files.readString(errors);
        } catch (IOException e) {
            return "";
        }
    }
}
