package dev.tidemark.ranked.backup;

import dev.tidemark.ranked.disk.Disk;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Copies files into the folder of a backup, and has each copy checked before it is made durable. For one backup, and one
 * thread.
 */
final class CheckedCopy {

    private static final Logger LOG = System.getLogger(CheckedCopy.class.getName());

    private static final int SLICE = 1 << 18;

    /** So much is fsynced at once, so that an fsync of the engine's log never waits for gigabytes of a backup. */
    private static final long STRIDE = 8 << 20;

    private static final long REPORT_EVERY = TimeUnit.SECONDS.toNanos(3);
    private static final long MEGABYTE = 1 << 20;

    /** How much of a copy counts, and the last command that is in that; 0 in a snapshot, where nobody needs it. */
    record Checked(long length, long lastSequence) {}

    /** Checks a copy. */
    interface Check {
        Checked check(Path copy) throws IOException;
    }

    private final Path folder;
    private final Disk disk;
    private final Room room;
    private final long expected;
    private final BooleanSupplier cancelled;
    private final ByteBuffer slice = ByteBuffer.allocate(SLICE);
    private long bytes;
    private long reported = System.nanoTime();

    /** Copies into {@code folder}, about {@code expected} bytes in all. */
    CheckedCopy(Path folder, Disk disk, Room room, long expected, BooleanSupplier cancelled) {
        this.folder = folder;
        this.disk = disk;
        this.room = room;
        this.expected = expected;
        this.cancelled = cancelled;
    }

    /** The size of all files that were copied. */
    long bytes() {
        return bytes;
    }

    /** Copies the first {@code size} bytes of a file, and keeps as many of them as count. */
    Checked add(Path file, long size, Check check) throws IOException {
        Path copy = folder.resolve(file.getFileName());
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ);
                FileChannel out = disk.open(copy, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            copy(in, out, size);
            Checked checked = check.check(copy);
            out.truncate(checked.length);
            out.force(true);
            bytes += checked.length;
            return checked;
        }
    }

    private void copy(FileChannel in, FileChannel out, long size) throws IOException {
        long done = 0;
        long durable = 0;
        while (done < size) {
            if (cancelled.getAsBoolean()) {
                throw new IOException("it was cancelled");
            }
            in.read(slice.clear().limit((int) Math.min(SLICE, size - done)), done);
            if (slice.flip().limit() == 0) {
                return;
            }
            done += slice.limit();
            while (slice.hasRemaining()) {
                out.write(slice);
            }
            if (done - durable >= STRIDE) {
                out.force(false);
                durable = done;
                room.requireStill(expected);
                report(bytes + done);
            }
        }
    }

    private void report(long done) {
        if (System.nanoTime() - reported > REPORT_EVERY) {
            reported = System.nanoTime();
            LOG.log(
                    Level.INFO,
                    "backing up: {0} of {1} MB ({2} %)",
                    done / MEGABYTE,
                    expected / MEGABYTE,
                    done * 100 / Math.max(1, expected));
        }
    }
}
