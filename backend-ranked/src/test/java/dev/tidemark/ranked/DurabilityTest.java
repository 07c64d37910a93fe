package dev.tidemark.ranked;

import static dev.tidemark.ranked.Contents.fill;
import static dev.tidemark.ranked.Contents.increment;
import static dev.tidemark.ranked.Contents.score;
import static dev.tidemark.ranked.Picture.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.ranking.Order;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.BackendException;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Point;
import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.PrecisionRules;
import dev.tidemark.timeseries.TimeRange;
import dev.tidemark.timeseries.Visit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

    /** README said that it starts empty. A log of events cannot know which granularities there were. */
    @Test
    @DisplayName("A granularity that is new has what was written since the last snapshot, and nothing older")
    void newGranularity() {
        BackendConfig config =
                BackendConfig.of("ranked", Map.of("dir", folder.path().toString()));
        List<Granularity> few = List.of(Granularity.SECOND, Granularity.DAY);
        Instant now = folder.clock().instant();
        Count one = new Count("s", now, 1);
        try (RankedBackend backend =
                RankedProvider.open(BackendContext.of(config, few, folder.clock()), folder.disk())) {
            get(backend.timeSeries().insert(List.of(one, one, one, one)));
            backend.snapshot();
            get(backend.timeSeries().insert(List.of(one, one, one)));
        }
        try (RankedBackend backend = folder.open()) {
            TimeRange range = new TimeRange(now, now);
            assertThat(get(backend.timeSeries().counts("s", Granularity.MINUTE, range)))
                    .extracting(Point::value)
                    .containsExactly(3L);
            assertThat(get(backend.timeSeries().counts("s", Granularity.DAY, range)))
                    .extracting(Point::value)
                    .containsExactly(7L);
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
}
