package dev.tidemark.ranked.disk;

import dev.tidemark.spi.StartProgress;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;

/**
 * How far a part of the recovery is. Tells whoever wants to know, and the log, if there is much to read or it takes longer
 * than a few seconds; and looks after the memory that it takes.
 */
public final class Progress {

    private static final Logger LOG = System.getLogger(Progress.class.getName());
    private static final long EVERY = TimeUnit.SECONDS.toNanos(3);
    private static final long MEGABYTE = 1 << 20;
    private static final long LARGE = 64 * MEGABYTE;

    /** It is called for each record; so little read is not worth a look at the clock. */
    private static final long STEP = 1 << 18;

    private final String what;
    private final long total;
    private final StartProgress listener;
    private final RecoveryMemory memory;
    private final long begin = System.nanoTime();
    private long last = begin;
    private long nextStep = STEP;

    Progress(String what, long total, StartProgress listener, RecoveryMemory memory) {
        this.what = what;
        this.total = total;
        this.listener = listener;
        this.memory = memory;
        listener.reached(what, 0, total);
        if (total >= LARGE) {
            LOG.log(Level.INFO, "reading {0}: {1} MB", what, total / MEGABYTE);
        }
    }

    /** So many bytes were read since the beginning. */
    public void reached(long bytes) {
        if (bytes >= nextStep) {
            nextStep = bytes + STEP;
            listener.reached(what, bytes, total);
            memory.check(bytes);
            if (System.nanoTime() - last > EVERY) {
                last = System.nanoTime();
                LOG.log(
                        Level.INFO,
                        "reading {0}: {1} of {2} MB ({3} %)",
                        what,
                        bytes / MEGABYTE,
                        total / MEGABYTE,
                        bytes * 100 / Math.max(1, total));
            }
        }
    }

    /** So many bytes of memory are about to be taken for something that is read. */
    public void require(long bytes) {
        memory.require(bytes);
    }

    /** Whether there is memory for something that takes so many bytes for a while, and that can be done without. */
    public boolean hasRoom(long bytes) {
        return memory.hasRoom(bytes);
    }

    /** A name that was read, and the same object for names that are equal, mostly. */
    public String share(String name) {
        return memory.share(name);
    }

    /** All of it was read. */
    public void done() {
        listener.reached(what, total, total);
        memory.finish(total);
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        Level level = total >= LARGE || last != begin ? Level.INFO : Level.DEBUG;
        LOG.log(level, "read {0}: {1} MB in {2} ms", what, total / MEGABYTE, millis);
    }
}
