package dev.tidemark.ranked;

import static dev.tidemark.ranked.Picture.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Point;
import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.PrecisionRules;
import dev.tidemark.timeseries.Sample;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A folder as this version wrote it has to stay readable. A new version of the format gets a folder of its own beside it,
 * made by {@code -Dtidemark.golden.write=true}; the old ones stay as they are.
 */
class GoldenFolderTest {

    private static final Path GOLDEN = Path.of("src/test/resources/golden/v1");
    private static final Instant THEN = Instant.parse("2026-11-15T12:00:00Z");
    private static final Granularity SECOND = Granularity.DEFAULTS.get(0);
    private static final Granularity DAY = Granularity.DEFAULTS.get(3);

    @TempDir
    private Path temporary;

    @Test
    @DisplayName("What version 1 wrote is read, from its snapshot and from its log")
    void isReadable() throws IOException {
        Path copy = temporary.resolve("copy");
        copy(GOLDEN, copy);
        assertThat(names(copy))
                .anyMatch(name -> name.startsWith("snapshot-"))
                .anyMatch(name -> name.startsWith("log-"));

        try (RankedBackend backend = open(copy)) {
            assertThat(get(backend.rankings().range("game", Order.DESC, 0, 10)).entries())
                    .containsExactly(new Ranked(1, "bob 🌊", 107), new Ranked(2, "ada", 15), new Ranked(3, "carl", -3));
            assertThat(counts(backend, "purchases")).containsExactly(3L, 70_000L, Long.MIN_VALUE, 0L);
            assertThat(get(backend.timeSeries().uniques("exact", DAY, new TimeRange(THEN, THEN)))
                            .distinct())
                    .isEqualTo(3);
            assertThat(get(backend.timeSeries().uniques("rough:few", DAY, new TimeRange(THEN, THEN)))
                            .distinct())
                    .isEqualTo(2);
            assertThat(get(backend.timeSeries().uniques("rough:many", DAY, new TimeRange(THEN, THEN)))
                            .distinct())
                    .isBetween(1960L, 2040L);
            assertThat(get(backend.timeSeries()
                                    .samples("temperature", new TimeRange(THEN, THEN.plusSeconds(3600)), 10_000))
                            .stream()
                            .map(Sample::value))
                    .hasSize(602)
                    .startsWith(20.0, 20.1, 20.2)
                    .endsWith(-1.0 / 3, 21.5);
            assertThat(get(backend.rankings().tables("", "", 10)).items()).containsExactly("game", "old");
        }
        try (RankedBackend later = open(copy, THEN.plus(Duration.ofHours(2)))) {
            // What was to be undone has been, and what was kept for an hour is gone.
            assertThat(get(later.rankings().range("game", Order.DESC, 0, 10)).entries())
                    .containsExactly(new Ranked(1, "bob 🌊", 7), new Ranked(2, "ada", 5), new Ranked(3, "carl", -3));
            assertThat(get(later.rankings().tables("", "", 10)).items()).containsExactly("game");
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "tidemark.golden.write", matches = "true")
    @DisplayName("Writes the folder")
    void write() throws IOException {
        Path fresh = temporary.resolve("fresh");
        try (RankedBackend backend = open(fresh)) {
            get(backend.rankings().set("game", Map.of("ada", 5L, "bob 🌊", 7L, "gone", 9L)));
            get(backend.rankings().increment("game", List.of(new Increment("ada", 10)), Duration.ofMinutes(30)));
            get(backend.rankings().remove("game", List.of("gone")));
            get(backend.rankings().set("old", Map.of("x", 1L)));
            get(backend.rankings().retain("old", Duration.ofHours(1)));
            List<Event> events = new ArrayList<>(List.of(
                    new Count("purchases", THEN, 3),
                    new Count("purchases", THEN.plusSeconds(1), 70_000),
                    new Visit("exact", THEN, "max"),
                    new Visit("exact", THEN, "hugo"),
                    new Visit("rough:few", THEN, "max")));
            for (int i = 0; i < 2000; i++) {
                events.add(new Visit("rough:many", THEN, "visitor" + i));
            }
            for (int i = 0; i < 600; i++) {
                events.add(new Sample("temperature", THEN.plusSeconds(i), 20 + i % 30 / 10.0));
            }
            get(backend.timeSeries().insert(events));
            backend.snapshot();

            get(backend.rankings().increment("game", List.of(new Increment("bob 🌊", 100)), Duration.ofMinutes(45)));
            get(backend.rankings().set("game", Map.of("carl", -3L)));
            get(backend.rankings().set("dropped", Map.of("x", 1L)));
            get(backend.rankings().drop("dropped"));
            get(backend.timeSeries()
                    .insert(List.of(
                            new Count("purchases", THEN.plusSeconds(2), Long.MIN_VALUE),
                            new Visit("exact", THEN, "renata"),
                            new Visit("rough:few", THEN, "kc"),
                            new Sample("temperature", THEN.plusSeconds(1800), -1.0 / 3),
                            new Sample("temperature", THEN.plusSeconds(1801), 21.5),
                            new Count("deleted", THEN, 1))));
            get(backend.timeSeries().delete("deleted"));
        }
        Files.createDirectories(GOLDEN);
        copy(fresh, GOLDEN);
        Files.delete(GOLDEN.resolve("lock"));
    }

    private static List<Long> counts(Backend backend, String series) {
        return get(backend.timeSeries().counts(series, SECOND, new TimeRange(THEN, THEN.plusSeconds(3)))).stream()
                .map(Point::value)
                .toList();
    }

    private static RankedBackend open(Path folder) {
        return open(folder, THEN);
    }

    private static RankedBackend open(Path folder, Instant now) {
        BackendConfig config = BackendConfig.of("ranked", Map.of("dir", folder.toString()))
                .withPrecision(new PrecisionRules(Precision.EXACT, Map.of("rough:*", Precision.APPROXIMATE)));
        return RankedProvider.open(
                BackendContext.of(config, Granularity.DEFAULTS, () -> now),
                Folder.at(folder).disk());
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        for (String name : names(from)) {
            Files.copy(from.resolve(name), to.resolve(name));
        }
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
