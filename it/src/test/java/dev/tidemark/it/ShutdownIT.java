package dev.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The service on the embedded engine, told to end: it finishes what it has begun, and keeps what it has answered. */
@Tag("service")
class ShutdownIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** What it ends within where nothing holds it up. */
    private static final Duration AT_ONCE = Duration.ZERO;

    private static final Duration BRIEF = Duration.ofSeconds(1);
    private static final Duration LONG = Duration.ofSeconds(50);
    private static final Duration LONGEST_WRITE = Duration.ofSeconds(20);
    private static final int SIGINT = 2;
    private static final int WRITERS = 6;
    private static final int SECONDS = 10;

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "fsync={0}")
    @ValueSource(strings = {"always", "everysec"})
    @DisplayName(
            "On SIGTERM, a running request gets its answer and new ones are turned away; what was answered is kept")
    void finishesWhatRuns(String fsync) throws Exception {
        Map<String, String> settings = settings(Map.of("TIDEMARK_RANKED_FSYNC", fsync));
        try (ServiceProcess service = ServiceProcess.launch(settings)) {
            finishesOneRequest(service, service::terminate);
        }
        assertThat(counts(settings, "s")).containsExactly(2L);
    }

    @Test
    @DisplayName("On Ctrl-C it does the same")
    void takesInterrupt() throws Exception {
        assumeFalse(Signals.isIgnored(SIGINT), "these tests run in a shell's background, where SIGINT is ignored");
        Map<String, String> settings = settings(Map.of());
        try (ServiceProcess service = ServiceProcess.launch(settings)) {
            service.port();
            long pid = Long.parseLong(Files.readString(folder.resolve("lock")));
            finishesOneRequest(service, () -> Signals.send("INT", pid));
        }
        assertThat(counts(settings, "s")).containsExactly(2L);
    }

    private static void finishesOneRequest(ServiceProcess service, Runnable signal) throws Exception {
        Rest rest = new Rest(service.port());
        rest.count("s", 0).expect(200);
        try (UnfinishedWrite write = UnfinishedWrite.begin(service.port(), "s")) {
            Shutdown.awaitRunning(rest, 1);
            Shutdown shutdown = Shutdown.begin(service, signal);
            shutdown.awaitClosed();

            assertThat(write.finish()).isEqualTo("HTTP/1.1 200 OK");
            shutdown.awaitEnd(AT_ONCE);
        }
    }

    @ParameterizedTest(name = "fsync={0}")
    @ValueSource(strings = {"always", "everysec"})
    @DisplayName("Under load it ends at once, and every write that was acknowledged is there afterwards")
    void losesNothingUnderLoad(String fsync) throws Exception {
        Map<String, String> settings = settings(Map.of("TIDEMARK_RANKED_FSYNC", fsync));
        AtomicBoolean stop = new AtomicBoolean();
        List<Writer> writers;
        try (ServiceProcess service = ServiceProcess.launch(settings)) {
            Rest rest = new Rest(service.port());
            writers = IntStream.range(0, WRITERS)
                    .mapToObj(i -> writer(rest, "writer-" + i, stop))
                    .toList();
            writers.forEach(Thread::start);
            try {
                await().atMost(PATIENCE)
                        .until(() -> writers.stream()
                                .allMatch(writer ->
                                        writer.failed() || writer.acknowledged().size() >= 30));
                Shutdown.begin(service).awaitEnd(AT_ONCE);
            } finally {
                stop.set(true);
                writers.forEach(writer -> writer.awaitEnd(LONGEST_WRITE));
            }
        }
        try (ServiceProcess service = ServiceProcess.launch(settings)) {
            Rest rest = new Rest(service.port());
            writers.forEach(writer -> writer.checkSums(rest.counts(writer.getName(), "1sec", 0, SECONDS - 1)));
            assertThat(service.output()).doesNotContain("was cut short", "given up");
        }
    }

    /** Counts in a series of its own; a request that was turned away, or whose connection ended, is uncertain. */
    private static Writer writer(Rest rest, String series, AtomicBoolean stop) {
        return new Writer(series, stop, number -> {
            try {
                Rest.Answer answer = rest.count(series, number % SECONDS);
                return answer.status() != 503 && answer.expect(200).status() == 200;
            } catch (UncheckedIOException e) {
                return false;
            }
        });
    }

    @Test
    @DisplayName("A request that does not go on is given up in time, with nothing of it stored")
    void givesUpWhatHangs() throws Exception {
        Map<String, String> settings = settings(Map.of("QUARKUS_SHUTDOWN_TIMEOUT", BRIEF.toSeconds() + "s"));
        try (ServiceProcess service = ServiceProcess.launch(settings)) {
            Rest rest = new Rest(service.port());
            rest.count("s", 0).expect(200);
            try (UnfinishedWrite write = UnfinishedWrite.begin(service.port(), "s")) {
                Shutdown.awaitRunning(rest, 1);

                Shutdown.begin(service).awaitEnd(BRIEF);

                assertThat(write.answer()).isEqualTo("no answer");
            }
        }
        assertThat(counts(settings, "s")).containsExactly(1L);
    }

    @Test
    @DisplayName("A client that goes away is not waited for")
    void forgetsWhoLeaves() throws Exception {
        Map<String, String> settings = settings(Map.of("QUARKUS_SHUTDOWN_TIMEOUT", LONG.toSeconds() + "s"));
        try (ServiceProcess service = ServiceProcess.launch(settings)) {
            UnfinishedWrite write = UnfinishedWrite.begin(service.port(), "s");
            Shutdown.awaitRunning(new Rest(service.port()), 1);
            Shutdown shutdown = Shutdown.begin(service);
            shutdown.awaitClosed();

            write.close();

            shutdown.awaitEnd(AT_ONCE);
        }
    }

    private Map<String, String> settings(Map<String, String> others) {
        Map<String, String> settings = new HashMap<>(others);
        settings.put("TIDEMARK_RANKED_DIR", folder.toString());
        return settings;
    }

    /** What a new process finds. */
    private static List<Long> counts(Map<String, String> settings, String series) {
        try (ServiceProcess service = ServiceProcess.launch(settings)) {
            return new Rest(service.port()).counts(series, "1sec", 0, 0);
        }
    }
}
