package dev.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * After an {@code OutOfMemoryError} the service stayed as a process that held its port, said that it was healthy, answered no
 * write and ignored SIGTERM. Here it gets more than fits into a small heap: it either rejects what does not fit, or ends with
 * a line that says why; it never stays without answers, and every acknowledged write is there after a restart.
 */
@Tag("service")
@DisplayName("With a small heap")
class MemoryIT {

    private static final String SMALL_HEAP = "-Xmx96m";
    private static final String TINY_HEAP = "-Xmx48m";
    private static final String LARGE_HEAP = "-Xmx600m";
    private static final int WRITERS = 4;
    private static final int MEMBERS = 1_000;

    /** Far more than fits. */
    private static final int TABLES = 2_000;

    /** From then on it has been shown that it goes on rejecting. */
    private static final int ENOUGH_REJECTED = 20;

    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private final Collection<Integer> acknowledged = new ConcurrentLinkedQueue<>();
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger rejected = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(strings = {"", "-XX:+ExitOnOutOfMemoryError"})
    @DisplayName("it rejects or ends when its memory is full, and keeps what it has acknowledged")
    void rejectsOrEnds(String option) throws Exception {
        try (ServiceProcess service = launch(SMALL_HEAP, option)) {
            Rest rest = new Rest(service.port());
            writeAll(service, rest);
            if (rejected.get() >= ENOUGH_REJECTED) {
                assertThat(rest.get("/q/health/live").status()).isEqualTo(200);
                assertThat(rest.ready().status()).isEqualTo(200);
                rest.get("/v1/rankings/t0?count=1").expect(200);
                service.terminate();
                service.exitStatus();
            } else {
                assertThat(service.exitStatus()).isNotZero();
                assertThat(service.output().toLowerCase(Locale.ROOT))
                        .containsAnyOf("out of memory", "outofmemoryerror");
            }
        }
        requireAcknowledged();
    }

    /** Writes until it rejects, or has ended. */
    private void writeAll(ServiceProcess service, Rest rest) throws Exception {
        ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                running.add(writers.submit(() -> {
                    write(service, rest);
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            writers.shutdownNow();
        }
    }

    private void write(ServiceProcess service, Rest rest) throws IOException {
        while (service.isRunning() && rejected.get() < ENOUGH_REJECTED) {
            int table = next.getAndIncrement();
            if (table >= TABLES) {
                fail("all of it fits: " + TABLES + " tables");
            }
            try {
                Rest.Answer answer = rest.post("/v1/rankings/t" + table + "/increments", batch(table));
                if (answer.status() == 200) {
                    acknowledged.add(table);
                } else if (answer.status() == 507) {
                    assertThat(answer.json().getString("applied")).isEqualTo("no");
                    rejected.incrementAndGet();
                } else {
                    assertThat(answer.status()).as(answer.body()).isIn(500, 503);
                    assertThat(answer.json().getString("applied")).isIn("no", "unknown");
                }
            } catch (UncheckedIOException e) {
                // A process that ends breaks its connections. One that stays has to answer.
                assertThat(e.getCause())
                        .as("no answer within %s:%n%s", LONGEST_ANSWER, service.output())
                        .isNotInstanceOf(HttpTimeoutException.class);
            }
        }
    }

    private static String batch(int table) {
        return IntStream.range(0, MEMBERS)
                .mapToObj(i -> "{\"member\":\"" + "x".repeat(150) + "-" + table + "-" + i + "\",\"by\":1}")
                .collect(Collectors.joining(",", "{\"increments\":[", "]}"));
    }

    private void requireAcknowledged() {
        assertThat(acknowledged).isNotEmpty();
        try (ServiceProcess service = launch(LARGE_HEAP, "")) {
            Rest rest = new Rest(service.port());
            for (int table : acknowledged) {
                assertThat(rest.get("/v1/rankings/t" + table + "?count=1")
                                .expect(200)
                                .json()
                                .getInt("total"))
                        .as("table %d", table)
                        .isEqualTo(MEMBERS);
            }
        }
    }

    @Test
    @DisplayName("a restart with less than the data needs ends with one line, instead of stack traces")
    void tooSmallToRestart() throws Exception {
        try (ServiceProcess service = launch(LARGE_HEAP, "")) {
            Rest rest = new Rest(service.port());
            for (int table = 0; table < 300; table++) {
                rest.post("/v1/rankings/t" + table + "/increments", batch(table))
                        .expect(200);
                acknowledged.add(table);
            }
            service.kill();
        }
        try (ServiceProcess service = launch(TINY_HEAP, "")) {
            assertThat(service.exitStatus()).isNotZero();
            assertThat(service.output().lines().filter(line -> line.startsWith("Tidemark ")))
                    .as(service.output())
                    .singleElement()
                    .asString()
                    .contains("memory");
            assertThat(service.output()).doesNotContain("\tat ");
        }
        requireAcknowledged();
    }

    private ServiceProcess launch(String heap, String option) {
        Map<String, String> settings = Map.of("TIDEMARK_RANKED_DIR", folder.toString());
        return option.isEmpty() ? ServiceProcess.launch(settings, heap) : ServiceProcess.launch(settings, heap, option);
    }
}
