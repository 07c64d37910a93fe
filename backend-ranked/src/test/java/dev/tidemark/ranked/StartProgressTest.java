package dev.tidemark.ranked;

import static dev.tidemark.ranked.Contents.increment;
import static dev.tidemark.ranked.Picture.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranked.disk.Disk;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.StartProgress;
import dev.tidemark.timeseries.Granularity;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A large folder once took seconds to start on without a word; and of a snapshot of one large table nothing was told at all. */
class StartProgressTest {

    private record Report(String what, long done, long total) {}

    @TempDir
    private Path path;

    @Test
    @DisplayName(
            "Whoever opens the engine is told how far it is, within a large table of the snapshot and within the log")
    void reports() {
        Folder folder = Folder.at(path.resolve("data"));
        try (RankedBackend backend = folder.open("fsync", "never")) {
            for (int part = 0; part < 100; part++) {
                Map<String, Long> scores = new HashMap<>();
                for (int i = 0; i < 1_000; i++) {
                    scores.put("member " + part + " " + i, (long) i);
                }
                get(backend.rankings().set("table", scores));
            }
            backend.snapshot();
            for (int i = 0; i < 10_000; i++) {
                increment(backend, "table", "member", 1, null);
            }
        }

        List<Report> reports = new ArrayList<>();
        BackendConfig config =
                BackendConfig.of("ranked", Map.of("dir", folder.path().toString()));
        RankedProvider.open(
                        new Context(
                                config,
                                folder.clock(),
                                (what, done, total) -> reports.add(new Report(what, done, total))),
                        Disk.REAL)
                .close();

        assertComplete(reports, "the snapshot");
        assertComplete(reports, "the log");
        assertThat(reports.get(0).what).isEqualTo("the snapshot");
    }

    private static void assertComplete(List<Report> reports, String what) {
        List<Report> of =
                reports.stream().filter(report -> report.what.equals(what)).toList();
        assertThat(of).hasSizeGreaterThan(2);
        assertThat(of.get(0).done).isZero();
        assertThat(of.get(of.size() - 1).done).isEqualTo(of.get(0).total).isPositive();
        assertThat(of).extracting(Report::done).isSorted();
        assertThat(of).extracting(Report::total).containsOnly(of.get(0).total);
    }

    private record Context(BackendConfig config, InstantSource clock, StartProgress progress)
            implements BackendContext {
        @Override
        public List<Granularity> granularities() {
            return Granularity.DEFAULTS;
        }

        @Override
        public <T> Optional<T> resource(Class<T> type) {
            return Optional.empty();
        }
    }
}
