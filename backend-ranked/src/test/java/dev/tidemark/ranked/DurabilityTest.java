package dev.tidemark.ranked;

import static dev.tidemark.ranked.Picture.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.ranked.disk.FlakyDisk;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.BackendException;
import dev.tidemark.spi.BackendUnavailableException;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.PrecisionRules;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.Visit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DurabilityTest {

    @TempDir
    private Path path;

    private Folder folder;

    @BeforeEach
    void setUp() {
        folder = Folder.at(path.resolve("data"));
    }

    @ParameterizedTest(name = "fsync={0}")
    @ValueSource(strings = {"always", "everysec", "never"})
    @DisplayName("Everything is there after a restart, from the log, from a snapshot, and from both")
    void survivesRestarts(String fsync) {
        for (int round = 0; round < 4; round++) {
            Picture before;
            try (RankedBackend backend = folder.open("fsync", fsync)) {
                fill(backend, folder.clock().instant(), round);
                if (round % 2 == 1) {
                    backend.snapshot();
                    fill(backend, folder.clock().instant(), round + 100);
                }
                before = Picture.of(backend, folder.clock().instant());
            }
            try (RankedBackend backend = folder.open("fsync", fsync)) {
                assertThat(Picture.of(backend, folder.clock().instant())).isEqualTo(before);
            }
            folder.clock().advance(Duration.ofMinutes(7));
        }
    }

    @Test
    @DisplayName("Approximate visitors are there after a restart, few and many")
    void approximateVisitors() {
        BackendConfig config = BackendConfig.of(
                        "ranked", Map.of("dir", folder.path().toString()))
                .withPrecision(new PrecisionRules(Precision.APPROXIMATE, Map.of()));
        BackendContext context = BackendContext.of(config, Granularity.DEFAULTS, folder.clock());
        Instant now = folder.clock().instant();
        Picture before;
        try (RankedBackend backend = RankedProvider.open(context, folder.disk())) {
            List<Event> visits = new ArrayList<>();
            for (int i = 0; i < 2000; i++) {
                visits.add(new Visit("many", now, "visitor" + i));
            }
            visits.add(new Visit("few", now, "visitor"));
            get(backend.timeSeries().insert(visits));
            backend.snapshot();
            get(backend.timeSeries().insert(List.of(new Visit("few", now, "another"))));
            before = Picture.of(backend, now);
        }
        try (RankedBackend backend = RankedProvider.open(context, folder.disk())) {
            assertThat(Picture.of(backend, now)).isEqualTo(before);
        }
    }

    @ParameterizedTest(name = "snapshot: {0}")
    @ValueSource(booleans = {false, true})
    @DisplayName("An increment whose time ran out while nothing ran is undone once, however often it starts")
    void undoneOnce(boolean snapshot) {
        try (RankedBackend backend = folder.open()) {
            get(backend.rankings().set("table", Map.of("a", 5L)));
            increment(backend, "table", "a", 10, Duration.ofMinutes(1));
            increment(backend, "table", "a", 100, Duration.ofMinutes(10));
            if (snapshot) {
                backend.snapshot();
            }
        }
        folder.clock().advance(Duration.ofMinutes(5));
        for (int i = 0; i < 3; i++) {
            try (RankedBackend backend = folder.open()) {
                assertThat(score(backend, "table", "a")).isEqualTo(105);
            }
        }
        folder.clock().advance(Duration.ofMinutes(5));
        for (int i = 0; i < 3; i++) {
            try (RankedBackend backend = folder.open()) {
                assertThat(score(backend, "table", "a")).isEqualTo(5);
                if (snapshot) {
                    backend.snapshot();
                }
            }
        }
    }

    @Test
    @DisplayName("Members that were removed take their undos with them, across restarts too")
    void removedMembers() {
        try (RankedBackend backend = folder.open()) {
            increment(backend, "table", "a", 10, Duration.ofMinutes(1));
            get(backend.rankings().set("table", Map.of("b", 1L)));
            get(backend.rankings().remove("table", List.of("a")));
            increment(backend, "table", "a", 3, null);
            backend.snapshot();
        }
        folder.clock().advance(Duration.ofMinutes(2));
        try (RankedBackend backend = folder.open()) {
            assertThat(score(backend, "table", "a")).isEqualTo(3);
        }
    }

    @Test
    @DisplayName("A clock that is set back changes nothing of what a restart brings back")
    void clockSetBack() {
        Picture before;
        try (RankedBackend backend = folder.open()) {
            increment(backend, "table", "a", 10, Duration.ofMinutes(1));
            folder.clock().advance(Duration.ofMinutes(2));
            assertThat(score(backend, "table", "a")).isZero();
            folder.clock().advance(Duration.ofMinutes(-2));
            get(backend.rankings().set("table", Map.of("a", 7L)));
            increment(backend, "table", "b", 1, Duration.ofSeconds(30));
            before = Picture.of(backend, folder.clock().instant());
        }
        try (RankedBackend backend = folder.open()) {
            assertThat(Picture.of(backend, folder.clock().instant())).isEqualTo(before);
            folder.clock().advance(Duration.ofDays(1));
            assertThat(score(backend, "table", "a")).isEqualTo(7);
            assertThat(score(backend, "table", "b")).isZero();
        }
    }

    @Test
    @DisplayName("A table that was dropped for its age stays dropped, even if the clock is set back")
    void droppedForItsAge() {
        try (RankedBackend backend = folder.open()) {
            increment(backend, "old", "a", 10, null);
            get(backend.rankings().retain("old", Duration.ofMinutes(1)));
            folder.clock().advance(Duration.ofMinutes(2));
            increment(backend, "old", "b", 1, null);
            folder.clock().advance(Duration.ofMinutes(-2));
            increment(backend, "old", "b", 1, null);
        }
        try (RankedBackend backend = folder.open()) {
            assertThat(get(backend.rankings().range("old", Order.ASC, 0, 10)).total())
                    .isEqualTo(1);
            assertThat(score(backend, "old", "b")).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("A second engine on the same folder is refused, and the first does not mind")
    void oneAtATime() {
        try (RankedBackend first = folder.open()) {
            assertThatThrownBy(folder::open)
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("is in use by this process")
                    .hasMessageContaining("tidemark.ranked.dir");
            increment(first, "table", "a", 1, null);
        }
        try (RankedBackend second = folder.open()) {
            assertThat(score(second, "table", "a")).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("A folder that cannot be made is refused with the way out")
    void unusableFolder() throws IOException {
        Files.writeString(folder.path(), "a file");

        assertThatThrownBy(folder::open)
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("tidemark.ranked.dir")
                .hasMessageContaining("tidemark.ranked.persistence=memory");
    }

    @Test
    @DisplayName("In memory, nothing is written")
    void inMemory() {
        try (RankedBackend backend = folder.open("persistence", "memory")) {
            fill(backend, folder.clock().instant(), 1);
        }
        assertThat(folder.path()).doesNotExist();
    }

    @Test
    @DisplayName(
            "A full disk refuses writes with the reason, answers reads, and recovers by itself; what was told is kept")
    void fullDisk() {
        FlakyDisk disk = new FlakyDisk();
        Folder small = folder.on(disk);
        Picture before;
        try (RankedBackend backend = small.open()) {
            long told = 0;
            disk.leaveRoom(2000);
            try {
                while (true) {
                    increment(backend, "table", "a", 1, null);
                    told++;
                }
            } catch (RuntimeException e) {
                assertThat(e)
                        .hasRootCauseInstanceOf(BackendUnavailableException.class)
                        .hasMessageContaining("No space left on device");
            }
            assertThat(told).isPositive();
            assertThat(score(backend, "table", "a")).isBetween(told, told + 1);
            assertThat(get(backend.status()).facts()).containsEntry("writes", "refused: No space left on device");
            backend.snapshot();

            disk.leaveRoom(FlakyDisk.PLENTY);
            while (get(backend.status()).facts().containsKey("writes")) {
                Thread.onSpinWait();
            }
            increment(backend, "table", "a", 1000, null);
            assertThat(score(backend, "table", "a")).isBetween(told + 1000, told + 1001);
            before = Picture.of(backend, small.clock().instant());
        }
        try (RankedBackend backend = folder.open()) {
            assertThat(Picture.of(backend, small.clock().instant())).isEqualTo(before);
        }
    }

    @Test
    @DisplayName("A snapshot that does not fit leaves everything as it was")
    void snapshotDoesNotFit() throws IOException {
        FlakyDisk disk = new FlakyDisk();
        Picture before;
        try (RankedBackend backend = folder.on(disk).open()) {
            fill(backend, folder.clock().instant(), 1);
            disk.leaveRoom(200);
            backend.snapshot();
            disk.leaveRoom(FlakyDisk.PLENTY);
            while (get(backend.status()).facts().containsKey("writes")) {
                Thread.onSpinWait();
            }
            fill(backend, folder.clock().instant(), 2);
            before = Picture.of(backend, folder.clock().instant());
        }
        assertThat(names()).noneMatch(name -> name.endsWith(".tmp") || name.startsWith("snapshot"));
        try (RankedBackend backend = folder.open()) {
            assertThat(Picture.of(backend, folder.clock().instant())).isEqualTo(before);
        }
    }

    @Test
    @DisplayName("If it ends between a snapshot and the end of the old log, both are there, and it starts all the same")
    void endsBetweenSnapshotAndTrim() throws IOException {
        Picture before;
        Map<Path, byte[]> old;
        try (RankedBackend backend = folder.open()) {
            fill(backend, folder.clock().instant(), 1);
            backend.snapshot();
            fill(backend, folder.clock().instant(), 2);
            old = files();
            backend.snapshot();
            fill(backend, folder.clock().instant(), 3);
            before = Picture.of(backend, folder.clock().instant());
        }
        for (Map.Entry<Path, byte[]> file : old.entrySet()) {
            if (!Files.exists(file.getKey())) {
                Files.write(file.getKey(), file.getValue());
            }
        }
        assertThat(names()).filteredOn(name -> name.startsWith("snapshot")).hasSize(2);
        Files.writeString(folder.path().resolve("snapshot-0000000000000000099.tide.tmp"), "half a snapshot");

        try (RankedBackend backend = folder.open()) {
            assertThat(Picture.of(backend, folder.clock().instant())).isEqualTo(before);
        }
        assertThat(names())
                .hasSize(3)
                .filteredOn(name -> name.startsWith("snapshot"))
                .hasSize(1);
    }

    @Test
    @DisplayName("With a damaged snapshot it starts from the one before, if the log still reaches back to that")
    void olderSnapshot() throws IOException {
        Picture before;
        Map<Path, byte[]> old;
        try (RankedBackend backend = folder.open()) {
            fill(backend, folder.clock().instant(), 1);
            backend.snapshot();
            fill(backend, folder.clock().instant(), 2);
            old = files();
            backend.snapshot();
            fill(backend, folder.clock().instant(), 3);
            before = Picture.of(backend, folder.clock().instant());
        }
        flip(newestSnapshot(), 100);
        for (Map.Entry<Path, byte[]> file : old.entrySet()) {
            if (file.getValue().length > 0 && !Files.exists(file.getKey())) {
                Files.write(file.getKey(), file.getValue());
            }
        }
        // The part of the log that was current then went on afterwards; the file on disk has it all.
        try (RankedBackend backend = folder.open()) {
            assertThat(Picture.of(backend, folder.clock().instant())).isEqualTo(before);
        }
    }

    @Test
    @DisplayName("A damaged snapshot is refused with file and offset; on request what comes before the damage is there")
    void damagedSnapshot() throws IOException {
        try (RankedBackend backend = folder.open()) {
            get(backend.rankings().set("a table", Map.of("a", 1L)));
            get(backend.rankings().set("b table", Map.of("b", 2L)));
            backend.snapshot();
            get(backend.rankings().set("c table", Map.of("c", 3L)));
        }
        Path snapshot = newestSnapshot();
        flip(snapshot, (int) Files.size(snapshot) - 40);

        assertThatThrownBy(folder::open)
                .isInstanceOf(BackendException.class)
                .hasMessageContaining(snapshot + " is damaged at offset ")
                .hasMessageContaining("tidemark.ranked.recover=truncate");

        try (RankedBackend backend = folder.open("recover", "truncate")) {
            assertThat(score(backend, "a table", "a")).isEqualTo(1);
            assertThat(score(backend, "c table", "c")).isEqualTo(3);
        }
        try (RankedBackend backend = folder.open()) {
            assertThat(score(backend, "a table", "a")).isEqualTo(1);
            assertThat(score(backend, "c table", "c")).isEqualTo(3);
        }
        assertThat(names()).contains(snapshot.getFileName() + ".given-up");
    }

    @Test
    @DisplayName("A log damaged in its middle is refused with file and offset; on request what comes before is there")
    void damagedLog() throws IOException {
        try (RankedBackend backend = folder.open()) {
            for (int i = 0; i < 100; i++) {
                increment(backend, "table", "a", 1, null);
            }
        }
        Path log = folder.path().toRealPath().resolve("log-0000000000000000001.tide");
        flip(log, (int) Files.size(log) / 2);

        assertThatThrownBy(folder::open)
                .isInstanceOf(BackendException.class)
                .hasMessageContaining(log + " is damaged at offset ")
                .hasMessageContaining("tidemark.ranked.recover=truncate");

        long kept;
        try (RankedBackend backend = folder.open("recover", "truncate")) {
            kept = score(backend, "table", "a");
            assertThat(kept).isBetween(40L, 60L);
            increment(backend, "table", "a", 1, null);
        }
        try (RankedBackend backend = folder.open()) {
            assertThat(score(backend, "table", "a")).isEqualTo(kept + 1);
        }
    }

    private void fill(Backend backend, Instant now, int seed) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            Instant at = now.minusSeconds(i * 13L * seed % 5000);
            events.add(new Count("counts:" + i % 7, at, i * 1000L * seed));
            events.add(new Visit("visits:" + i % 3, at, "visitor " + (i + seed) % 20));
            events.add(new Sample("samples:" + i % 2, at, i * 1.5 + seed));
            events.add(new Count("all", at, -i));
            events.add(new Visit("all", at, "🌊" + i));
            events.add(new Sample("all", at, -i / 3.0));
        }
        get(backend.timeSeries().insert(events));
        Map<String, Long> scores = new HashMap<>();
        for (int i = 0; i < 200; i++) {
            scores.put("member " + i, (long) (i * seed % 37 - 10));
        }
        get(backend.rankings().set("table", scores));
        for (int i = 0; i < 20; i++) {
            increment(backend, "board@" + i % 3, "member" + i, i * (long) seed, Duration.ofMinutes(1 + i * seed % 30));
            increment(backend, "table", "member " + i * 3, -i, i % 2 == 0 ? null : Duration.ofSeconds(90));
        }
        get(backend.rankings().retain("board@1", Duration.ofHours(2)));
        get(backend.rankings().remove("table", List.of("member 1", "member 2", "nobody")));
        get(backend.rankings().set("dropped", Map.of("x", 1L)));
        get(backend.rankings().drop("dropped"));
        get(backend.timeSeries().insert(List.of(new Count("deleted", now, 1))));
        get(backend.timeSeries().delete("deleted"));
    }

    private static void increment(Backend backend, String table, String member, long by, @Nullable Duration expiresIn) {
        get(backend.rankings().increment(table, List.of(new Increment(member, by)), expiresIn));
    }

    private static long score(Backend backend, String table, String member) {
        return get(backend.rankings().rank(table, member, Order.ASC))
                .orElseThrow()
                .score();
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder.path())) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private Map<Path, byte[]> files() throws IOException {
        Map<Path, byte[]> contents = new HashMap<>();
        try (Stream<Path> files = Files.list(folder.path())) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".tide")).toList()) {
                contents.put(file, Files.readAllBytes(file));
            }
        }
        return contents;
    }

    private Path newestSnapshot() throws IOException {
        try (Stream<Path> files = Files.list(folder.path().toRealPath())) {
            return files.filter(file -> file.getFileName().toString().startsWith("snapshot"))
                    .max(Path::compareTo)
                    .orElseThrow();
        }
    }

    private static void flip(Path file, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 1;
        Files.write(file, bytes);
    }
}
