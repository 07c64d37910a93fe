package dev.tidemark.ranked.backup;

import dev.tidemark.ranked.disk.Disk;
import dev.tidemark.spi.BackendFullException;
import java.nio.file.Path;

/**
 * Keeps a backup from filling up a disk. A reserve stays free, because the engine's own log may be on the same disk, and a
 * backup must never be the reason that a write fails.
 */
record Room(Disk disk, Path folder) {

    /** Must be free besides the backup when it begins; twice the size of a log file. */
    static final long RESERVE = 64L << 20;

    /** A backup gives up when less than this is left, because others fill the disk meanwhile. */
    private static final long TIGHT = RESERVE / 2;

    /** Requires that so many bytes fit. */
    void requireFor(long bytes) {
        long free = disk.usableSpace(folder);
        if (free - RESERVE < bytes) {
            throw full(bytes, free);
        }
    }

    boolean isTight() {
        return disk.usableSpace(folder) < TIGHT;
    }

    /** Requires that there is still enough while a backup of so many bytes is being written. */
    void requireStill(long bytes) {
        if (isTight()) {
            throw full(bytes, disk.usableSpace(folder));
        }
    }

    BackendFullException full(long bytes) {
        return full(bytes, disk.usableSpace(folder));
    }

    private BackendFullException full(long bytes, long free) {
        return new BackendFullException("not enough room for a backup in " + folder + ": it needs " + bytes
                + " bytes, and " + RESERVE + " more must stay free, but there are " + free
                + ": delete old backups, or set tidemark.ranked.backup-dir to a folder on another disk");
    }
}
