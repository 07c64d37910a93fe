package dev.tidemark.mongo.series;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers that grow with every write: by the server's clock in microseconds, and within this process in any case. Of two samples
 * of one instant the one with the higher number was written later, unless two instances wrote them within the same moment.
 */
final class WriteOrder {

    private final AtomicLong last = new AtomicLong();

    long next(long now) {
        return last.updateAndGet(before -> Math.max(before + 1, now * 1_000));
    }
}
