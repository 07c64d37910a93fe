package dev.tidemark.ranked.log;

import java.util.concurrent.TimeUnit;

/** How long an fsync usually takes, as far as it matters for how long to wait for others who could share the next one. */
final class SyncTime {

    /** One that took longer counts as this: a disk that stalled once must not keep the next writer waiting. */
    private static final long MAX_COUNTED = TimeUnit.MILLISECONDS.toNanos(10);

    private static final int MEMORY = 4;

    private long usual;

    void took(long nanos) {
        long counted = Math.min(nanos, MAX_COUNTED);
        usual += usual == 0 ? counted : (counted - usual) / MEMORY;
    }

    /** Half of an fsync, in nanoseconds. */
    long worthWaiting() {
        return usual / 2;
    }
}
