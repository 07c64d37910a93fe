package dev.tidemark.ranked;

import dev.tidemark.ranked.disk.Disk;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.tck.TestClock;
import dev.tidemark.timeseries.Granularity;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** A data folder, and how a test opens the engine on it. */
record Folder(Path path, TestClock clock, Disk disk) {

    static Folder at(Path path) {
        return new Folder(path, new TestClock(Instant.parse("2026-11-15T12:00:00Z")), Disk.REAL);
    }

    Folder on(Disk other) {
        return new Folder(path, clock, other);
    }

    /** Opens the engine, with settings such as {@code "fsync", "never"}. */
    RankedBackend open(String... settings) {
        Map<String, String> all = new HashMap<>(Map.of("dir", path.toString()));
        for (int i = 0; i < settings.length; i += 2) {
            all.put(settings[i], settings[i + 1]);
        }
        return RankedProvider.open(
                BackendContext.of(BackendConfig.of("ranked", all), Granularity.DEFAULTS, clock), disk);
    }
}
