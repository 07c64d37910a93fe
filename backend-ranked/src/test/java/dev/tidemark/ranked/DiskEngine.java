package dev.tidemark.ranked;

import dev.tidemark.ranked.disk.Disk;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.Backup;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.PrecisionRules;
import dev.tidemark.timeseries.TimeSeriesStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The engine on a folder, opened for a proof: with the commands that only tests need. */
public final class DiskEngine implements AutoCloseable {

    /** How it is opened; the same each time, so that only the folder carries anything over. */
    public record Setup(
            Path dir,
            Map<String, String> settings,
            List<Granularity> granularities,
            PrecisionRules precision,
            @Nullable Duration sampleRetention,
            InstantSource clock) {

        /** With the default granularities, exact, and nothing else set. */
        public static Setup of(Path dir, InstantSource clock) {
            return new Setup(dir, Map.of(), Granularity.DEFAULTS, PrecisionRules.EXACT, null, clock);
        }

        public Setup with(String key, String value) {
            Map<String, String> more = new HashMap<>(settings);
            more.put(key, value);
            return new Setup(dir, Map.copyOf(more), granularities, precision, sampleRetention, clock);
        }

        public DiskEngine open() {
            BackendConfig config = BackendConfig.of("ranked", with("dir", dir.toString()).settings)
                    .withPrecision(precision)
                    .withSampleRetention(sampleRetention);
            return new DiskEngine(RankedProvider.open(BackendContext.of(config, granularities, clock), Disk.REAL));
        }
    }

    private final RankedBackend backend;

    private DiskEngine(RankedBackend backend) {
        this.backend = backend;
    }

    public RankingStore rankings() {
        return backend.rankings();
    }

    public TimeSeriesStore timeSeries() {
        return backend.timeSeries();
    }

    public void snapshot() {
        backend.snapshot();
    }

    /** Takes a backup, and waits for it. */
    public Backup backup() {
        return backend.backup().toCompletableFuture().join();
    }

    @Override
    public void close() {
        backend.close();
    }
}
