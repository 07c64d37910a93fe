package dev.tidemark.ranked;

import static dev.tidemark.ranked.Contents.increment;
import static dev.tidemark.ranked.Contents.score;
import static dev.tidemark.ranked.Picture.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tidemark.ranked.disk.Disk;
import dev.tidemark.ranked.disk.FlakyDisk;
import dev.tidemark.ranking.Increment;
import dev.tidemark.spi.Applied;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.BackendStatus;
import dev.tidemark.spi.BackendUnavailableException;
import dev.tidemark.timeseries.Granularity;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.AbstractMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Threads of the engine that end by something that nobody expects, such as an {@link OutOfMemoryError}. They once ended
 * without a word: writes got no answer, the status still said that all is well, and the process could not be shut down.
 */
@Timeout(60)
class EngineEndsTest {

    private static final String MEMORY = "a test wants it so";

    @TempDir
    private Path path;

    private final FlakyDisk disk = new FlakyDisk();
    private Folder folder;

    @BeforeEach
    void setUp() {
        folder = Folder.at(path.resolve("data")).on(disk);
    }

    @ParameterizedTest
    @ValueSource(strings = {"an error", "an exception"})
    @DisplayName(
            "If the log's thread ends, who waits is failed, nothing more is taken, and it can be closed and restarted")
    void logThread(String kind) throws Exception {
        try (RankedBackend backend = folder.open()) {
            increment(backend, "table", "a", 1, null);
            assertThat(backend.isAlive()).isTrue();

            disk.holdSync();
            CompletableFuture<?> written = send(backend);
            disk.awaitHeld();
            CompletableFuture<?> waiting = send(backend);
            disk.failUnexpectedly(kind.equals("an error") ? new OutOfMemoryError(MEMORY) : new IllegalStateException());
            disk.releaseSync();

            for (CompletableFuture<?> each : List.of(written, waiting)) {
                assertThat(catchThrowableOfType(CompletionException.class, () -> await(each)))
                        .rootCause()
                        .isInstanceOfSatisfying(
                                BackendUnavailableException.class,
                                e -> assertThat(e.applied()).isEqualTo(Applied.UNKNOWN));
            }
            assertEnded(backend, "the thread that writes the log failed");
        }
        assertRestarts(1, 3);
    }

    @Test
    @DisplayName(
            "If taking a snapshot ends by an error, nothing more is taken, and everything is there after a restart")
    void snapshotThread() throws Exception {
        try (RankedBackend backend = folder.on(new NoSnapshots()).open("snapshot-every", "1ms")) {
            increment(backend, "table", "a", 1, null);
            awaitEnd(backend);
            assertEnded(backend, "taking a snapshot failed (java.lang.OutOfMemoryError: " + MEMORY + ")");
        }
        assertRestarts(1, 1);
    }

    @Test
    @DisplayName("If housekeeping ends by an error, it says so and takes nothing more")
    void housekeeping() throws Exception {
        try (RankedBackend backend = open(disk, "disk", new HousekeepersClock())) {
            awaitEnd(backend);
            assertEnded(backend, "housekeeping failed");
        }
        try (RankedBackend backend = open(disk, "memory", new HousekeepersClock())) {
            awaitEnd(backend);
            assertEnded(backend, "housekeeping failed");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"disk", "memory"})
    @DisplayName(
            "If a change that was logged cannot be applied, nothing more is taken, so that log and memory do not part")
    void notApplied(String persistence) throws Exception {
        try (RankedBackend backend = open(disk, persistence, folder.clock())) {
            increment(backend, "table", "a", 1, null);
            assertThat(catchThrowableOfType(
                            OutOfMemoryError.class, () -> backend.rankings().set("table", new Unappliable())))
                    .hasMessage(MEMORY);
            assertEnded(backend, "applying a change");
            backend.snapshot();
        }
        if (persistence.equals("disk")) {
            assertThat(path.resolve("data")).isDirectoryNotContaining("glob:**snapshot-*");
            assertRestarts(1, 1);
            try (RankedBackend backend = Folder.at(path.resolve("data")).open()) {
                assertThat(score(backend, "table", "b")).as("the log has it").isEqualTo(5);
            }
        }
    }

    private static RankedBackend open(Disk disk, String persistence, InstantSource clock, Path dir) {
        BackendConfig config = BackendConfig.of("ranked", Map.of("dir", dir.toString(), "persistence", persistence));
        return RankedProvider.open(BackendContext.of(config, Granularity.DEFAULTS, clock), disk);
    }

    private RankedBackend open(Disk on, String persistence, InstantSource clock) {
        return open(on, persistence, clock, path.resolve("data"));
    }

    private static CompletableFuture<?> send(Backend backend) {
        return backend.rankings()
                .increment("table", List.of(new Increment("a", 1)), null)
                .toCompletableFuture();
    }

    private static void await(CompletableFuture<?> future) {
        future.orTimeout(30, TimeUnit.SECONDS).join();
    }

    private static void awaitEnd(Backend backend) {
        while (backend.isAlive()) {
            Thread.onSpinWait();
        }
    }

    private static void assertEnded(Backend backend, String why) {
        assertThat(backend.isAlive()).isFalse();
        assertThat(catchThrowableOfType(BackendUnavailableException.class, () -> send(backend))
                        .applied())
                .isEqualTo(Applied.NO);
        BackendStatus status = get(backend.status());
        assertThat(status.reachable()).isFalse();
        assertThat(status.writesRejected()).contains(why);
        assertThat(status.facts().get("failure")).contains(why);
    }

    /** After a restart there is what was acknowledged, and maybe what was in doubt. */
    private void assertRestarts(long acknowledged, long atMost) {
        disk.failUnexpectedly(null);
        try (RankedBackend backend = folder.open()) {
            assertThat(score(backend, "table", "a")).isBetween(acknowledged, atMost);
            increment(backend, "table", "a", 1, null);
        }
    }

    /** A disk on which no snapshot can even be begun. */
    private static final class NoSnapshots implements Disk {
        @Override
        public FileChannel open(Path file, OpenOption... options) throws IOException {
            if (file.getFileName().toString().startsWith("snapshot-")) {
                throw new OutOfMemoryError(MEMORY);
            }
            return Disk.REAL.open(file, options);
        }

        @Override
        public void sync(Path names) throws IOException {
            Disk.REAL.sync(names);
        }
    }

    /** A clock that housekeeping gets an error from, and nobody else. */
    private static final class HousekeepersClock implements InstantSource {
        @Override
        public Instant instant() {
            if (Thread.currentThread().getName().equals("tidemark-housekeeping")) {
                throw new OutOfMemoryError(MEMORY);
            }
            return Instant.parse("2026-11-15T12:00:00Z");
        }
    }

    /** Scores that can be written to the log, and not be put into a table. */
    private static final class Unappliable extends AbstractMap<String, Long> {
        @Override
        public Set<Entry<String, Long>> entrySet() {
            boolean inTable = StackWalker.getInstance()
                    .walk(frames ->
                            frames.anyMatch(frame -> frame.getClassName().startsWith("dev.tidemark.ranked.table.")));
            if (inTable) {
                throw new OutOfMemoryError(MEMORY);
            }
            return Set.of(Map.entry("b", 5L));
        }
    }
}
