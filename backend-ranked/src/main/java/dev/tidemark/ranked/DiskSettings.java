package dev.tidemark.ranked;

import dev.tidemark.ranked.log.Fsync;
import dev.tidemark.spi.BackendConfig;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How everything is kept on disk.
 *
 * @param backupDir the folder that each backup gets a folder of its own in
 * @param truncate whether to go on without what comes behind damage
 * @param snapshotBytes how much the log grows before a snapshot is taken
 * @param snapshotEvery how old the last snapshot gets before another is taken
 */
record DiskSettings(
        Path dir, Path backupDir, Fsync fsync, boolean truncate, long snapshotBytes, Duration snapshotEvery) {

    /** What {@code tidemark.ranked.recover} may be. */
    private enum Recover {
        REFUSE,
        TRUNCATE
    }

    static DiskSettings of(BackendConfig config) {
        Path dir = Path.of(config.text("dir", "data"));
        return new DiskSettings(
                dir,
                Path.of(config.text("backup-dir", dir.toAbsolutePath().normalize() + "-backups")),
                config.choice("fsync", Fsync.ALWAYS),
                config.choice("recover", Recover.REFUSE) == Recover.TRUNCATE,
                (long) config.number("snapshot-mb", 64, 1, 1_000_000) << 20,
                config.duration("snapshot-every", Duration.ofHours(1)));
    }
}
