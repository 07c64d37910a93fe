package dev.tidemark.ranked.log;

import dev.tidemark.ranked.bytes.ByteWriter;
import dev.tidemark.ranked.disk.DataFolder;
import dev.tidemark.ranked.disk.Frame;
import dev.tidemark.spi.BackendUnavailableException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The log of commands on disk, with group commit: one thread writes, and all commands that arrive while it is busy share
 * its next write and fsync.
 *
 * <p>A disk that is full or broken fails the writers who wait, and refuses new ones, until the log could be written after
 * all. What those who failed had changed in memory is written then, so that memory and log never differ.
 */
public final class WriteAheadLog implements Journal, AutoCloseable {

    private static final Logger LOG = System.getLogger(WriteAheadLog.class.getName());

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final Duration RETRY = Duration.ofMillis(250);

    /** More than this is not held for a disk that does not keep up. */
    private static final int MAX_WAITING = 1 << 28;

    /** A frame's buffer that grew larger than this for one command is not kept. */
    private static final int MAX_KEPT_FRAME = 1 << 20;

    /** What the writing thread took to do at once, and who waits for it. */
    private record Work(
            CompletableFuture<Void> safe,
            @Nullable CompletableFuture<Long> rotation,
            @Nullable CompletableFuture<Void> sync,
            boolean last) {}

    private final DataFolder folder;
    private final Fsync fsync;
    private final long segmentSize;
    private final ThreadLocal<ByteWriter> frames = ThreadLocal.withInitial(() -> new ByteWriter(256));
    private final Thread writer = new Thread(this::run, "tidemark-log");

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition wakeUp = lock.newCondition();

    // Guarded by the lock.
    private ByteWriter waiting = new ByteWriter(1 << 16);
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
    private ByteWriter taken = new ByteWriter(1 << 16);
    private long takenTo;
    private long lastSync = System.nanoTime();
    private long syncTime;

    private LogSegment segment;
    private long rotateAt;
    private final AtomicLong size = new AtomicLong();

    /** Goes on in {@code segment}, behind the command of that sequence. */
    WriteAheadLog(DataFolder folder, Fsync fsync, long segmentSize, LogSegment segment, long lastSequence) {
        this.folder = folder;
        this.fsync = fsync;
        this.segmentSize = segmentSize;
        this.rotateAt = segmentSize;
        this.segment = segment;
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
            sequence++;
            Frame.seal(frame, sequence, safeTo, checksum);
            waiting.writeBytes(frame.array(), 0, frame.size());
            arrived++;
            if (arrived == 1 || arrived == expected) {
                wakeUp.signal();
            }
            return new Appended(sequence, safe);
        } finally {
            lock.unlock();
            if (frame.array().length > MAX_KEPT_FRAME) {
                frames.remove();
            }
        }
    }

    private void requireRoom() {
        if (closing) {
            throw new BackendUnavailableException("the data folder is closed", Duration.ofSeconds(1), null);
        } else if (trouble != null) {
            throw unavailable(trouble);
        } else if (waiting.size() > MAX_WAITING) {
            throw unavailable("the disk does not keep up");
        }
    }

    private static BackendUnavailableException unavailable(String why) {
        return new BackendUnavailableException(
                "the data folder cannot be written to: " + why, Duration.ofSeconds(1), null);
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

    /** The bytes that were written so far. */
    public long size() {
        return size.get();
    }

    /** The last command that is known to be durable, as far as {@code fsync} makes anything durable. */
    public long durableSequence() {
        lock.lock();
        try {
            return safeTo;
        } finally {
            lock.unlock();
        }
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
        boolean last = false;
        while (!last) {
            Work work = await();
            last = work.last;
            try {
                write(work.sync != null || work.rotation != null || last);
                succeed(work);
                if (work.rotation != null || segment.size() >= rotateAt) {
                    rotate(work.rotation);
                }
            } catch (IOException e) {
                fail(work, e);
            }
        }
        try {
            segment.close();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "could not close " + segment.file(), e);
        }
    }

    /** Waits for something to do, and takes all of it. */
    private Work await() {
        lock.lock();
        try {
            awaitSomething();
            awaitCompany();
            ByteWriter empty = taken;
            taken = waiting;
            waiting = empty;
            takenTo = sequence;
            expected = arrived;
            arrived = 0;
            Work work = new Work(safe, rotation, sync, closing);
            safe = new CompletableFuture<>();
            rotation = null;
            sync = null;
            return work;
        } finally {
            lock.unlock();
        }
    }

    private void awaitSomething() {
        long patience = trouble != null ? RETRY.toNanos() : Long.MAX_VALUE;
        if (fsync == Fsync.EVERYSEC && segment.hasUnsafe()) {
            patience = Math.min(patience, SECOND - (System.nanoTime() - lastSync));
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
        long patience = fsync == Fsync.ALWAYS ? syncTime / 2 : 0;
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

    private void write(boolean syncNow) throws IOException {
        segment.add(taken);
        size.addAndGet(taken.size());
        taken.clear();
        long now = System.nanoTime();
        boolean everySecond = fsync == Fsync.EVERYSEC && now - lastSync >= SECOND;
        if (syncNow || fsync == Fsync.ALWAYS || everySecond) {
            segment.sync();
            lastSync = System.nanoTime();
            syncTime = lastSync - now;
        } else {
            segment.write();
            if (fsync == Fsync.NEVER) {
                segment.forget();
            }
        }
    }

    private void succeed(Work work) {
        lock.lock();
        try {
            if (!segment.hasUnsafe()) {
                safeTo = takenTo;
            }
            if (trouble != null) {
                trouble = null;
                LOG.log(Level.INFO, "{0} can be written to again", folder.root());
            }
        } finally {
            lock.unlock();
        }
        complete(work.safe);
        if (work.sync != null) {
            complete(work.sync);
        }
    }

    /** Answers on another thread, because whoever waits may do anything then, even wait for this one. */
    private static void complete(CompletableFuture<Void> waiting) {
        ForkJoinPool.commonPool().execute(() -> waiting.complete(null));
    }

    private void fail(Work work, IOException e) {
        String reason = DataFolder.reason(e);
        CompletableFuture<Void> alsoWaiting;
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
            segment.add(waiting);
            size.addAndGet(waiting.size());
            waiting.clear();
            takenTo = sequence;
            arrived = 0;
            alsoWaiting = safe;
            safe = new CompletableFuture<>();
        } finally {
            lock.unlock();
        }
        BackendUnavailableException failure = unavailable(reason);
        ForkJoinPool.commonPool().execute(() -> {
            work.safe.completeExceptionally(failure);
            alsoWaiting.completeExceptionally(failure);
            if (work.sync != null) {
                work.sync.completeExceptionally(failure);
            }
            if (work.rotation != null) {
                work.rotation.completeExceptionally(failure);
            }
        });
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
                requested.completeExceptionally(unavailable(DataFolder.reason(e)));
            }
            return;
        }
        try {
            full.finish(takenTo + 1);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "{0} has no mark at its end: {1}", full.file(), DataFolder.reason(e));
        }
        if (requested != null) {
            requested.complete(takenTo);
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
