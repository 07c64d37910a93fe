package dev.tidemark.ranked.disk;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;

/** Says in the log how far something is that takes longer than a few seconds. */
public final class Progress {

    private static final Logger LOG = System.getLogger(Progress.class.getName());
    private static final long EVERY = TimeUnit.SECONDS.toNanos(3);
    private static final long MEGABYTE = 1 << 20;

    private final String what;
    private long expected;
    private long last = System.nanoTime();

    public Progress(String what) {
        this.what = what;
    }

    public void expect(long bytes) {
        expected += bytes;
    }

    public void reached(long bytes) {
        if (System.nanoTime() - last > EVERY) {
            last = System.nanoTime();
            LOG.log(
                    Level.INFO,
                    "reading {0}: {1} of {2} MB ({3} %)",
                    what,
                    bytes / MEGABYTE,
                    expected / MEGABYTE,
                    bytes * 100 / Math.max(1, expected));
        }
    }
}
