package dev.tidemark.ranked.log;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * Whether the engine can go on. Once a thread that it needs has ended, or a change is in the log and not in memory, it takes
 * no more writes and no more snapshots: what was acknowledged is on disk, and a restart recovers it.
 */
public final class Liveness {

    private static final Logger LOG = System.getLogger(Liveness.class.getName());

    private volatile @Nullable Throwable cause;
    private volatile @Nullable String what;

    public boolean isAlive() {
        return cause == null;
    }

    /** Ends the engine. The first call counts. */
    @SuppressWarnings("CatchAndPrintStackTrace")
    public void fail(String failed, Throwable e) {
        // Memory may be what has run out, so that nothing is allocated before it is recorded.
        synchronized (this) {
            if (cause != null) {
                return;
            }
            what = failed;
            cause = e;
        }
        try {
            LOG.log(Level.ERROR, failed + " failed; no more writes are taken until a restart", e);
        } catch (Throwable noMemory) {
            // It is recorded, and whoever asks is told.
        }
    }

    /** Why it cannot go on, or null if it can. */
    public @Nullable String reason() {
        Throwable e = cause;
        return e == null ? null : what + " failed (" + e + "): restart the process";
    }
}
