package dev.tidemark.service.admission;

import java.util.concurrent.atomic.AtomicLong;

/** How much of something is in use at once, and how much may be. */
final class Quota {

    private final long limit;
    private final AtomicLong used = new AtomicLong();

    Quota(long limit) {
        this.limit = limit;
    }

    /** Takes {@code amount} if there is that much left; never waits. */
    boolean tryTake(long amount) {
        if (used.addAndGet(amount) > limit) {
            used.addAndGet(-amount);
            return false;
        }
        return true;
    }

    /** Takes {@code amount} even if there is not that much left. */
    void take(long amount) {
        used.addAndGet(amount);
    }

    void giveBack(long amount) {
        used.addAndGet(-amount);
    }

    long used() {
        return used.get();
    }

    long limit() {
        return limit;
    }
}
