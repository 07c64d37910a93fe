package dev.tidemark.ranked.log;

import dev.tidemark.ranked.bytes.ByteWriter;
import dev.tidemark.ranked.disk.DataFolder;
import dev.tidemark.ranked.disk.Frame;
import dev.tidemark.spi.Applied;
import dev.tidemark.spi.BackendUnavailableException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The log of commands on disk, with group commit: one thread writes, and all commands that arrive while it is busy share
 * its next write and fsync.
 *
 * <p>A disk that is full or broken fails the writers who wait, and refuses new ones, until the log could be written after
 * all. What those who failed had changed in memory is written then, so that memory and log never differ. So those who waited
 * are told {@link Applied#UNKNOWN}, and those who are refused {@link Applied#NO}.
 *
 * <p>If the thread itself ends by something that it does not expect, such as an {@link OutOfMemoryError}, the engine has
 * ended ({@link Liveness}): who waits is failed, and nothing is taken any more.
 */
public final class WriteAheadLog implements Journal, AutoCloseable {

    private static final Logger LOG = System.getLogger(WriteAheadLog.class.getName());

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final Duration RETRY = Duration.ofMillis(250);

    /** More than this is not held for a disk that does not keep up. */
    private static final int MAX_WAITING =
            (int) Math.min(1 << 28, Runtime.getRuntime().maxMemory() / 8);

    /** A frame's buffer that grew larger than this for one command is not kept: every thread that writes has one. */
    private static final int MAX_KEPT_FRAME = 1 << 18;

    /** How often the thread that ends tries to tell those who wait, if memory is short. */
    private static final int LAST_ATTEMPTS = 20;

    private final DataFolder folder;
    private final Fsync fsync;
    private final long segmentSize;
    private final Liveness liveness;
    private final ThreadLocal<ByteWriter> frames = ThreadLocal.withInitial(() -> new ByteWriter(256));
    private final Thread writer = new Thread(this::run, "tidemark-log");

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition wakeUp = lock.newCondition();

    // Guarded by the lock.
    private ByteWriter waiting = LogSegment.newBuffer();
    private int arrived;
    private int expected;
    private CompletableFuture<Void> safe = new CompletableFuture<>();
    private long sequence;
    private long safeTo;
    private @Nullable CompletableFuture<Long> rotation;
    private @Nullable CompletableFuture<Void> sync;
    private @Nullable String trouble;
    private boolean closing;

    // The writing thread's own.
    private ByteWriter taken = LogSegment.newBuffer();
    private long takenTo;
    private @Nullable LogWork current;
    private long lastSync = System.nanoTime();
    private final SyncTime syncTime = new SyncTime();

    private LogSegment segment;
    private long rotateAt;
    private final AtomicLong size = new AtomicLong();

    /** Goes on in {@code segment}, behind the command of that sequence. */
    WriteAheadLog(
            DataFolder folder,
            Fsync fsync,
            long segmentSize,
            LogSegment segment,
            long lastSequence,
            Liveness liveness) {
        this.folder = folder;
        this.fsync = fsync;
        this.segmentSize = segmentSize;
        this.rotateAt = segmentSize;
        this.segment = segment;
        this.liveness = liveness;
        this.sequence = lastSequence;
        this.takenTo = lastSequence;
        this.safeTo = lastSequence;
        writer.setDaemon(true);
        writer.start();
    }

    @Override
    public Appended append(Command command) {
        ByteWriter frame = frames.get();
        Frame.begin(frame);
        CommandCodec.write(command, frame);
        CRC32C checksum = Frame.checksum(frame);
        lock.lock();
        try {
            requireRoom();
            // Whatever can fail for want of memory comes before the sequence is taken: a sequence that does not get
            // into
            // the log would be a gap, and everything behind it lost.
            waiting.reserve(frame.size());
            Appended appended = new Appended(sequence + 1, safe);
            if (arrived == 0 || arrived + 1 == expected) {
                wakeUp.signal();
            }
            sequence++;
            Frame.seal(frame, sequence, safeTo, checksum);
            waiting.writeBytes(frame.array(), 0, frame.size());
            arrived++;
            return appended;
        } finally {
            lock.unlock();
            if (frame.array().length > MAX_KEPT_FRAME) {
                frames.remove();
            }
        }
    }

    @Override
    public void diverged(Throwable cause) {
        liveness.fail("applying a change that is in the log", cause);
    }

    private void requireRoom() {
        if (!liveness.isAlive()) {
            throw rejected(String.valueOf(liveness.reason()));
        } else if (closing) {
            throw rejected("it is closed");
        } else if (trouble != null) {
            throw rejected(trouble);
        } else if (waiting.size() > MAX_WAITING) {
            throw rejected("the disk does not keep up");
        }
    }

    /** Before anything was changed. */
    private static BackendUnavailableException rejected(String why) {
        return unavailable(why, Applied.NO);
    }

    /** After it was changed in memory, and maybe on disk. */
    private static BackendUnavailableException failed(String why) {
        return unavailable(why, Applied.UNKNOWN);
    }

    private static BackendUnavailableException unavailable(String why, Applied applied) {
        return new BackendUnavailableException(
                "the data folder cannot be written to: " + why, Duration.ofSeconds(1), applied, null);
    }

    /** Why nothing can be written for the moment, or null. */
    public @Nullable String trouble() {
        lock.lock();
        try {
            return trouble;
        } finally {
            lock.unlock();
        }
    }

    /** How much memory is held for what waits and what is not safe yet, used or not. Only while nothing is written. */
    long bufferSize() {
        lock.lock();
        try {
            return (long) waiting.array().length + taken.array().length + segment.bufferSize();
        } finally {
            lock.unlock();
        }
    }

    /** The bytes that were written so far. */
    public long size() {
        return size.get();
    }

    /** Lets the log go on in a new file. The stage answers the last sequence of the old one. */
    public CompletionStage<Long> rotate() {
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

    /** Makes everything safe that was appended before. */
    public CompletionStage<Void> sync() {
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

    private void run() {
        try {
            writeUntilClosed();
        } catch (Throwable e) {
            liveness.fail("the thread that writes the log", e);
            failEveryone();
        }
        try {
            segment.close();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "could not close " + segment.file(), e);
        }
    }

    private void writeUntilClosed() {
        boolean last = false;
        while (!last) {
            LogWork work = await();
            last = work.last();
            try {
                boolean synced = write(work.needsSync());
                succeed(work, synced);
                if (work.rotation() != null || segment.size() >= rotateAt) {
                    rotate(work.rotation());
                }
            } catch (IOException e) {
                fail(work, e);
            }
        }
    }

    /** Nobody is taken any more, so this reaches all who wait. Memory may be short just now, and not in a moment. */
    private void failEveryone() {
        for (int attempt = 0; attempt < LAST_ATTEMPTS; attempt++) {
            try {
                BackendUnavailableException failure = failed(String.valueOf(liveness.reason()));
                if (current != null) {
                    current.failNow(failure);
                }
                takeWhoWaits(false).failNow(failure);
                return;
            } catch (OutOfMemoryError e) {
                LockSupport.parkNanos(RETRY.toNanos());
            }
        }
    }

    private LogWork takeWhoWaits(boolean last) {
        lock.lock();
        try {
            CompletableFuture<Void> next = new CompletableFuture<>();
            LogWork work = new LogWork(safe, rotation, sync, last);
            current = work;
            safe = next;
            rotation = null;
            sync = null;
            return work;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for something to do, and takes all of it. */
    private LogWork await() {
        lock.lock();
        try {
            awaitSomething();
            awaitCompany();
            LogWork work = takeWhoWaits(closing);
            ByteWriter empty = taken;
            taken = waiting;
            waiting = empty;
            takenTo = sequence;
            expected = arrived;
            arrived = 0;
            return work;
        } finally {
            lock.unlock();
        }
    }

    private void awaitSomething() {
        long patience = Long.MAX_VALUE;
        if (trouble != null) {
            patience = RETRY.toNanos();
        } else if (fsync == Fsync.EVERYSEC && segment.hasUnsafe()) {
            patience = SECOND - (System.nanoTime() - lastSync);
        }
        while (patience > 0 && arrived == 0 && rotation == null && sync == null && !closing) {
            patience = await(patience);
        }
    }

    /**
     * Writers who were answered just now are about to come back. To wait a little for as many as last time, and much
     * shorter than an fsync takes, lets them share one instead of taking turns.
     */
    private void awaitCompany() {
        long patience = fsync == Fsync.ALWAYS ? syncTime.worthWaiting() : 0;
        while (patience > 0 && arrived > 0 && arrived < expected && !closing) {
            patience = await(patience);
        }
    }

    @SuppressWarnings("WaitNotInLoop") // its callers loop
    private long await(long nanos) {
        try {
            return wakeUp.awaitNanos(nanos);
        } catch (InterruptedException e) {
            // Nobody but this class knows the thread.
            return nanos;
        }
    }

    /** Answers whether everything is safe. */
    private boolean write(boolean syncNow) throws IOException {
        int bytes = taken.size();
        taken = segment.add(taken);
        size.addAndGet(bytes);
        long now = System.nanoTime();
        boolean everySecond = fsync == Fsync.EVERYSEC && now - lastSync >= SECOND;
        if (syncNow || fsync == Fsync.ALWAYS || everySecond) {
            segment.sync();
            lastSync = System.nanoTime();
            syncTime.took(lastSync - now);
            return true;
        }
        segment.write();
        if (fsync == Fsync.NEVER) {
            // It cannot be written again. But it is not safe either, and no frame may say so: a machine that loses
            // power
            // would leave a hole that looks like damage.
            segment.forget();
        }
        return false;
    }

    private void succeed(LogWork work, boolean synced) {
        lock.lock();
        try {
            if (synced) {
                safeTo = takenTo;
            }
            if (trouble != null) {
                trouble = null;
                LOG.log(Level.INFO, "{0} can be written to again", folder.root());
            }
        } finally {
            lock.unlock();
        }
        work.succeed(liveness);
    }

    private void fail(LogWork work, IOException e) {
        String reason = DataFolder.reason(e);
        BackendUnavailableException failure = failed(reason);
        LogWork alsoWaiting;
        lock.lock();
        try {
            if (trouble == null) {
                LOG.log(
                        Level.ERROR,
                        "{0} cannot be written to ({1}); writes are refused until it can",
                        folder.root(),
                        reason);
            }
            trouble = reason;
            // What came in the meantime has changed memory already, so it has to get into the log as well.
            int bytes = waiting.size();
            waiting = segment.add(waiting);
            size.addAndGet(bytes);
            takenTo = sequence;
            arrived = 0;
            alsoWaiting = takeWhoWaits(false);
        } finally {
            lock.unlock();
        }
        work.fail(liveness, failure);
        alsoWaiting.fail(liveness, failure);
    }

    private void rotate(@Nullable CompletableFuture<Long> requested) {
        LogSegment full = segment;
        try {
            full.sync();
            if (full.isEmpty() && requested != null) {
                requested.complete(takenTo);
                return;
            }
            segment = LogSegment.create(folder, takenTo + 1);
            rotateAt = segmentSize;
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the log goes on in {0}: {1}", full.file(), DataFolder.reason(e));
            rotateAt = full.size() + segmentSize / 8;
            if (requested != null) {
                requested.completeExceptionally(failed(DataFolder.reason(e)));
            }
            return;
        }
        finish(full);
        if (requested != null) {
            requested.complete(takenTo);
        }
    }

    /** The name of the next file has to be safe before the mark is: a mark with no file behind it tells of a loss. */
    private void finish(LogSegment full) {
        try {
            try {
                segment.syncName();
            } catch (IOException e) {
                full.close();
                throw e;
            }
            full.finish(takenTo + 1);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "{0} has no mark at its end: {1}", full.file(), DataFolder.reason(e));
        }
    }

    /** Writes what was appended, and ends. */
    @Override
    public void close() {
        lock.lock();
        try {
            closing = true;
            wakeUp.signal();
        } finally {
            lock.unlock();
        }
        boolean interrupted = false;
        while (writer.isAlive()) {
            try {
                writer.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
