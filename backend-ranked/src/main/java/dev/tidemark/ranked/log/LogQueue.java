package dev.tidemark.ranked.log;

import dev.tidemark.ranked.bytes.ByteWriter;
import dev.tidemark.ranked.disk.Frame;
import dev.tidemark.ranked.log.Journal.Appended;
import dev.tidemark.spi.Applied;
import dev.tidemark.spi.BackendUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Commands that wait to be written, in the order of their sequence, and who waits for them. Any thread adds, one takes. */
final class LogQueue {

    private static final Duration RETRY = Duration.ofMillis(250);

    /** More than this is not held for a disk that does not keep up, be it to be written or to be made durable. */
    private final long maxHeld;

    private final Liveness liveness;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition wakeUp = lock.newCondition();

    // Guarded by the lock.
    private FrameBuffer waiting = new FrameBuffer();

    /** How many bytes were taken to be written and may have to be written again. */
    private long taken;

    private int arrived;
    private int expected;
    private CompletableFuture<Void> safe = new CompletableFuture<>();
    private long sequence;
    private long safeTo;
    private @Nullable CompletableFuture<Long> rotation;
    private @Nullable CompletableFuture<Void> sync;
    private @Nullable String trouble;
    private boolean closing;

    /** Goes on behind a command that is safe. */
    LogQueue(long lastSequence, long maxHeld, Liveness liveness) {
        this.sequence = lastSequence;
        this.safeTo = lastSequence;
        this.maxHeld = maxHeld;
        this.liveness = liveness;
    }

    /** Completes a frame and takes it. If this throws anything, nothing is changed. */
    Appended append(ByteWriter frame, CRC32C checksum) {
        lock.lock();
        try {
            requireRoom();
            // Whatever can fail for want of memory comes before the sequence is taken. One that does not get into
            // the log would be a gap, and everything behind it lost.
            waiting.reserve(frame.size());
            Appended appended = new Appended(sequence + 1, safe);
            if (arrived == 0 || arrived + 1 == expected) {
                wakeUp.signal();
            }
            sequence++;
            Frame.seal(frame, sequence, safeTo, checksum);
            waiting.add(frame);
            arrived++;
            return appended;
        } finally {
            lock.unlock();
        }
    }

    private void requireRoom() {
        if (!liveness.isAlive()) {
            throw rejected(String.valueOf(liveness.reason()));
        } else if (closing) {
            throw rejected("it is closed");
        } else if (trouble != null) {
            throw rejected(trouble);
        } else if (waiting.size() + taken > maxHeld) {
            throw rejected("the disk does not keep up");
        }
    }

    /** Before anything was changed. */
    private static BackendUnavailableException rejected(String why) {
        return unavailable(why, Applied.NO);
    }

    /** After it was changed in memory, and maybe on disk. */
    static BackendUnavailableException failed(String why) {
        return unavailable(why, Applied.UNKNOWN);
    }

    private static BackendUnavailableException unavailable(String why, Applied applied) {
        return new BackendUnavailableException(
                "the data folder cannot be written to: " + why, Duration.ofSeconds(1), applied, null);
    }

    CompletionStage<Long> rotate() {
        CompletableFuture<Long> requested = new CompletableFuture<>();
        lock.lock();
        try {
            requireRoom();
            rotation = rotation == null ? requested : rotation;
            wakeUp.signal();
            return rotation;
        } finally {
            lock.unlock();
        }
    }

    CompletionStage<Void> sync() {
        CompletableFuture<Void> requested = new CompletableFuture<>();
        lock.lock();
        try {
            requireRoom();
            sync = sync == null ? requested : sync;
            wakeUp.signal();
            return sync;
        } finally {
            lock.unlock();
        }
    }

    /** Takes nothing more, and lets what waits be the last. */
    void close() {
        lock.lock();
        try {
            closing = true;
            wakeUp.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Why nothing is taken for the moment, or null. */
    @Nullable
    String trouble() {
        lock.lock();
        try {
            return trouble;
        } finally {
            lock.unlock();
        }
    }

    /** The last command that is known to be durable. */
    long durableSequence() {
        lock.lock();
        try {
            return safeTo;
        } finally {
            lock.unlock();
        }
    }

    /** How much memory is held, used or not. */
    long bufferSize() {
        lock.lock();
        try {
            return waiting.capacity();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for something to do, and takes all of it.
     *
     * @param empty what the next commands are put into
     * @param patience how long to wait, in nanoseconds; while the disk is in trouble, until it is worth to retry
     * @param company how long to wait for as many writers as last time, once there is one
     */
    LogWork take(FrameBuffer empty, long patience, long company) {
        lock.lock();
        try {
            long left = trouble == null ? patience : RETRY.toNanos();
            while (left > 0 && arrived == 0 && rotation == null && sync == null && !closing) {
                left = await(left);
            }
            left = company;
            while (left > 0 && arrived > 0 && arrived < expected && !closing) {
                left = await(left);
            }
            return takeAll(empty);
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("WaitNotInLoop") // its callers loop
    private long await(long nanos) {
        try {
            return wakeUp.awaitNanos(nanos);
        } catch (InterruptedException e) {
            // Nobody but the log knows the thread.
            return nanos;
        }
    }

    /** Takes all there is, without waiting. */
    LogWork takeAll(FrameBuffer empty) {
        lock.lock();
        try {
            CompletableFuture<Void> next = new CompletableFuture<>();
            LogWork work = new LogWork(waiting, sequence, safe, rotation, sync, closing);
            taken += waiting.size();
            waiting = empty;
            expected = arrived;
            arrived = 0;
            safe = next;
            rotation = null;
            sync = null;
            return work;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes commands again, if it did not. Answers whether that is news.
     *
     * @param unsafe how many bytes may still have to be written again
     */
    boolean succeed(LogWork work, boolean synced, long unsafe) {
        lock.lock();
        try {
            taken = unsafe;
            boolean news = trouble != null;
            trouble = null;
            if (synced) {
                safeTo = work.lastSequence();
            }
            return news;
        } finally {
            lock.unlock();
        }
    }

    /** Takes no commands until the next success, and hands out those that came in the meantime. */
    LogWork fail(String reason, FrameBuffer empty) {
        lock.lock();
        try {
            LogWork alsoWaiting = takeAll(empty);
            trouble = reason;
            return alsoWaiting;
        } finally {
            lock.unlock();
        }
    }
}
