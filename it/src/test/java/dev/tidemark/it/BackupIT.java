package dev.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.restassured.path.json.JsonPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Online backup as operators use it: a call, a copy, another service on the copy. */
@Tag("service")
class BackupIT {

    private static final int WRITERS = 4;

    @TempDir
    private Path folder;

    private final AtomicLongArray acknowledged = new AtomicLongArray(WRITERS);
    private final AtomicBoolean stopped = new AtomicBoolean();

    @Test
    @DisplayName(
            "A service that starts on a copy of a backup has what was acknowledged before, while the first goes on")
    void restore() throws Exception {
        try (ServiceProcess first = ServiceProcess.launch(settings("data"))) {
            Rest rest = new Rest(first.port());
            rest.count("events", 0).expect(200);
            ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
            IntStream.range(0, WRITERS).forEach(writer -> threads.execute(() -> write(rest, writer)));
            List<Long> before;
            List<Long> after;
            JsonPath backup;
            try {
                backup(rest);
                awaitWrites();
                before = counts();
                backup = backup(rest);
                after = counts();
                awaitWrites();
            } finally {
                stopped.set(true);
                threads.shutdown();
                assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(first.output()).contains("took the backup " + backup.getString("folder"));
            copy(Path.of(backup.getString("folder")), folder.resolve("restored"));
            try (ServiceProcess second = ServiceProcess.launch(settings("restored"))) {
                Rest restored = new Rest(second.port());
                assertThat(restored.counts("events", "1sec", 0, 0)).containsExactly(1L);
                for (int writer = 0; writer < WRITERS; writer++) {
                    assertThat(score(restored, writer)).isBetween(before.get(writer), after.get(writer) + 1);
                    assertThat(score(rest, writer)).isEqualTo(acknowledged.get(writer));
                }
                restored.increment("table", "new").expect(200);
            }
        }
    }

    private Map<String, String> settings(String dir) {
        return Map.of("TIDEMARK_RANKED_DIR", folder.resolve(dir).toString());
    }

    private void write(Rest rest, int writer) {
        while (!stopped.get()) {
            rest.increment("table", "writer" + writer).expect(200);
            acknowledged.incrementAndGet(writer);
        }
    }

    private void awaitWrites() throws InterruptedException {
        List<Long> now = counts();
        while (IntStream.range(0, WRITERS).anyMatch(writer -> acknowledged.get(writer) < now.get(writer) + 20)) {
            Thread.sleep(5);
        }
    }

    private List<Long> counts() {
        return IntStream.range(0, WRITERS).mapToObj(acknowledged::get).toList();
    }

    private static long score(Rest rest, int writer) {
        return rest.get("/v1/rankings/table/members/writer" + writer)
                .expect(200)
                .json()
                .getLong("score");
    }

    private static JsonPath backup(Rest rest) {
        return rest.post("/v1/admin/backup", "").expect(200).json();
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }
}
