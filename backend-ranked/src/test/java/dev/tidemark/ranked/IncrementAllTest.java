package dev.tidemark.ranked;

import static dev.tidemark.ranked.Contents.increment;
import static dev.tidemark.ranked.Contents.score;
import static dev.tidemark.ranked.Picture.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.NumberOverflowException;
import dev.tidemark.ranked.disk.DataFolder;
import dev.tidemark.ranked.disk.Disk;
import dev.tidemark.ranked.disk.FileKind;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Lookup;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.ranking.TableIncrements;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hits of a board were increments and retentions one after the other: a kill in between left a table that was kept for
 * ever, and a score that would overflow was noticed after other tables had changed.
 */
@Timeout(60)
class IncrementAllTest {

    private static final List<String> TABLES = List.of("b@total", "b@2026-11-15", "b@2026-W46");

    @TempDir
    private Path path;

    private Folder folder;

    @BeforeEach
    void setUp() {
        folder = Folder.at(path.resolve("data"));
    }

    private static TableIncrements change(String table, long by, @Nullable Duration retention) {
        return new TableIncrements(table, List.of(new Increment("ann", by)), retention);
    }

    private static void hitAll(RankedBackend backend) {
        get(backend.rankings()
                .incrementAll(
                        TABLES.stream().map(table -> change(table, 1, null)).toList()));
    }

    private static List<String> tables(RankedBackend backend) {
        return get(backend.rankings().tables("", "", 100)).items();
    }

    @Test
    @DisplayName("Retention is set in the same step as the increments, and counts from it, across a restart too")
    void setsRetention() {
        try (RankedBackend backend = folder.open()) {
            get(backend.rankings()
                    .incrementAll(List.of(
                            change("b@total", 3, null),
                            change("b@day", 3, Duration.ofDays(90)),
                            change("b@week", 3, Duration.ofDays(366)))));
        }
        folder.clock().advance(Duration.ofDays(89));
        try (RankedBackend backend = folder.open()) {
            assertThat(tables(backend)).containsExactly("b@day", "b@total", "b@week");
            get(backend.rankings().incrementAll(List.of(change("b@day", 1, null))));
            folder.clock().advance(Duration.ofDays(89));
            assertThat(score(backend, "b@day", "ann")).isEqualTo(4);
            folder.clock().advance(Duration.ofDays(1));
            assertThat(tables(backend)).containsExactly("b@total", "b@week");
        }
        folder.clock().advance(Duration.ofDays(366));
        try (RankedBackend backend = folder.open()) {
            assertThat(tables(backend)).containsExactly("b@total");
        }
    }

    @Test
    @DisplayName("A table past its retention starts anew")
    void startsAnew() {
        try (RankedBackend backend = folder.open()) {
            get(backend.rankings().incrementAll(List.of(change("b@a", 1, null), change("b@b", 1, Duration.ofDays(1)))));
            folder.clock().advance(Duration.ofDays(2));
            get(backend.rankings().incrementAll(List.of(change("b@a", 1, null), change("b@b", 1, null))));
            assertThat(score(backend, "b@a", "ann")).isEqualTo(2);
            assertThat(score(backend, "b@b", "ann")).isEqualTo(1);
        }
        try (RankedBackend backend = folder.open()) {
            assertThat(score(backend, "b@b", "ann")).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("A score that would overflow in one table changes none, and makes none")
    void allOrNothing() {
        try (RankedBackend backend = folder.open()) {
            get(backend.rankings().set("b@z", Map.of("ann", RankingStore.MAX_SCORE)));
            assertThatThrownBy(() -> get(backend.rankings()
                            .incrementAll(List.of(
                                    change("b@new", 1, Duration.ofDays(1)), change("b@z", 1, Duration.ofDays(1))))))
                    .isInstanceOf(NumberOverflowException.class);
            assertThat(tables(backend)).containsExactly("b@z");
            folder.clock().advance(Duration.ofDays(10));
            assertThat(score(backend, "b@z", "ann")).isEqualTo(RankingStore.MAX_SCORE);
        }
    }

    @Test
    @DisplayName("A kill in the middle of the write leaves all tables changed and retained, or none")
    void tornWrite() throws IOException {
        try (RankedBackend backend = folder.open()) {
            increment(backend, "other", "x", 1, null);
            get(backend.rankings()
                    .incrementAll(
                            List.of(change("b@total", 1, Duration.ofDays(1)), change("b@day", 1, Duration.ofDays(1)))));
        }
        try (DataFolder files = DataFolder.open(folder.path(), Disk.REAL);
                FileChannel log =
                        FileChannel.open(files.files(FileKind.LOG).lastEntry().getValue(), StandardOpenOption.WRITE)) {
            log.write(ByteBuffer.allocate(1), log.size() - 1);
        }
        try (RankedBackend backend = folder.open()) {
            assertThat(tables(backend)).containsExactly("other");
        }
    }

    @Test
    @DisplayName("Snapshots taken in between contain each increment once, in every table")
    void snapshots() {
        int threads = 3;
        int each = 300;
        try (RankedBackend backend = folder.open("fsync", "never")) {
            CompletableFuture<?> writers = writers(threads, each, () -> hitAll(backend));
            while (!writers.isDone()) {
                backend.snapshot();
            }
            writers.join();
        }
        try (RankedBackend backend = folder.open()) {
            assertThat(TABLES)
                    .allSatisfy(
                            table -> assertThat(score(backend, table, "ann")).isEqualTo((long) threads * each));
        }
    }

    @Test
    @DisplayName("It waits for no lock that flushAll holds, nor flushAll for one of its own, and a restart agrees")
    void besideFlushAll() {
        List<Long> before = new ArrayList<>();
        try (RankedBackend backend = folder.open("fsync", "never")) {
            CompletableFuture<?> hits = writers(2, 2_000, () -> hitAll(backend));
            CompletableFuture<?> flushes =
                    writers(2, 500, () -> get(backend.rankings().flushAll()));
            CompletableFuture<?> drops =
                    writers(1, 2_000, () -> get(backend.rankings().drop("b@total")));
            CompletableFuture.allOf(hits, flushes, drops)
                    .orTimeout(50, TimeUnit.SECONDS)
                    .join();
            hitAll(backend);
            TABLES.forEach(table -> before.add(score(backend, table, "ann")));
        }
        try (RankedBackend backend = folder.open()) {
            assertThat(TABLES.stream().map(table -> score(backend, table, "ann")))
                    .isEqualTo(before);
        }
    }

    private static CompletableFuture<?> writers(int threads, int each, Runnable write) {
        return CompletableFuture.allOf(Stream.generate(() -> {
                    CompletableFuture<Void> done = new CompletableFuture<>();
                    Thread thread = new Thread(() -> {
                        try {
                            for (int i = 0; i < each; i++) {
                                write.run();
                            }
                            done.complete(null);
                        } catch (RuntimeException | Error e) {
                            done.completeExceptionally(e);
                        }
                    });
                    thread.setDaemon(true);
                    thread.start();
                    return done;
                })
                .limit(threads)
                .toArray(CompletableFuture[]::new));
    }

    @Test
    @DisplayName("A lookup returns rank and score of each member in the order asked, empty for those not there")
    void lookup() {
        try (RankedBackend backend = folder.open("persistence", "memory")) {
            get(backend.rankings().set("t", Map.of("a", 1L, "..", 3L, "c", 2L)));
            increment(backend, "t", "a", 10, Duration.ofMinutes(1));

            assertThat(get(backend.rankings().lookup("t", List.of("..", "nobody", "a", ".."), Order.DESC)))
                    .isEqualTo(new Lookup(
                            3,
                            List.of(
                                    Optional.of(new Ranked(2, "..", 3)),
                                    Optional.empty(),
                                    Optional.of(new Ranked(1, "a", 11)),
                                    Optional.of(new Ranked(2, "..", 3)))));
            folder.clock().advance(Duration.ofMinutes(2));
            assertThat(get(backend.rankings().lookup("t", List.of("a"), Order.ASC)))
                    .isEqualTo(new Lookup(3, List.of(Optional.of(new Ranked(1, "a", 1)))));
            assertThat(get(backend.rankings().lookup("none", List.of("a", "b"), Order.ASC)))
                    .isEqualTo(new Lookup(0, List.of(Optional.empty(), Optional.empty())));
        }
    }
}
