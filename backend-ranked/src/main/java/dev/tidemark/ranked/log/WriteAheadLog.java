package dev.tidemark.ranked.log;

import dev.tidemark.ranked.bytes.ByteWriter;
import dev.tidemark.ranked.disk.DataFolder;
import dev.tidemark.ranked.disk.Frame;
import dev.tidemark.spi.Applied;
import dev.tidemark.spi.BackendUnavailableException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
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

    /** How much may be held that is not durable yet. */
    static final long MAX_HELD = Math.min(1 << 28, Runtime.getRuntime().maxMemory() / 8);

    /** With everysec it is fsynced earlier once this part of that was written: the rest is for what comes meanwhile. */
    private static final int PART_TO_SYNC = 4;

    /** A frame's buffer that grew larger than this for one command is not kept: every thread that writes has one. */
    private static final int MAX_KEPT_FRAME = 1 << 18;

    /** How often, and how far apart, the thread that ends tries to tell those who wait, if memory is short. */
    private static final int LAST_ATTEMPTS = 20;

    private static final long LAST_PAUSE = TimeUnit.MILLISECONDS.toNanos(250);

    private final DataFolder folder;
    private final Fsync fsync;
    private final long segmentSize;
    private final long maxUnsafe;
    private final Liveness liveness;
    private final LogQueue queue;
    private final ThreadLocal<ByteWriter> frames = ThreadLocal.withInitial(() -> new ByteWriter(256));
    private final Thread writer = new Thread(this::run, "tidemark-log");
    private final AtomicLong size = new AtomicLong();

    // The writing thread's own.
    private FrameBuffer empty = new FrameBuffer();
    private @Nullable LogWork current;
    private long lastSync = System.nanoTime();
    private final SyncTime syncTime = new SyncTime();
    private LogSegment segment;
    private long rotateAt;

    /** Goes on in {@code segment}, behind the command of that sequence. */
    WriteAheadLog(
            DataFolder folder,
            Fsync fsync,
            long segmentSize,
            LogSegment segment,
            long lastSequence,
            long maxHeld,
            Liveness liveness) {
        this.folder = folder;
        this.fsync = fsync;
        this.segmentSize = segmentSize;
        this.rotateAt = segmentSize;
        this.maxUnsafe = maxHeld / PART_TO_SYNC;
        this.segment = segment;
        this.liveness = liveness;
        this.queue = new LogQueue(lastSequence, maxHeld, liveness);
        writer.setDaemon(true);
        writer.start();
    }

    @Override
    public Appended append(Command command) {
        ByteWriter frame = frames.get();
        try {
            Frame.begin(frame);
            CommandCodec.write(command, frame);
            return queue.append(frame, Frame.checksum(frame));
        } finally {
            if (frame.array().length > MAX_KEPT_FRAME) {
                frames.remove();
            }
        }
    }

    @Override
    public void diverged(Throwable cause) {
        liveness.fail("applying a change that is in the log", cause);
    }

    /** Why nothing can be written for the moment, or null. */
    public @Nullable String trouble() {
        return queue.trouble();
    }

    /** The bytes that were written so far. */
    public long size() {
        return size.get();
    }

    /** The last command that is known to be durable: with {@link Fsync#NEVER}, as of the last {@link #sync}. */
    public long durableSequence() {
        return queue.durableSequence();
    }

    /** How much memory is held for what waits and what is not safe yet, used or not. Only while nothing is written. */
    long bufferSize() {
        return queue.bufferSize() + empty.capacity() + segment.bufferSize();
    }

    /** Lets the log go on in a new file. The stage answers the last sequence of the old one. */
    public CompletionStage<Long> rotate() {
        return queue.rotate();
    }

    /** Makes everything safe that was appended before. */
    public CompletionStage<Void> sync() {
        return queue.sync();
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
            LogWork work = queue.take(empty, untilSync(), fsync == Fsync.ALWAYS ? syncTime.worthWaiting() : 0);
            current = work;
            last = work.last();
            try {
                boolean synced = write(work);
                if (queue.succeed(work, synced, segment.unsafe())) {
                    LOG.log(Level.INFO, "{0} can be written to again", folder.root());
                }
                work.succeed(liveness);
                if (work.rotation() != null || segment.size() >= rotateAt) {
                    rotate(work.lastSequence(), work.rotation());
                }
            } catch (IOException e) {
                fail(work, e);
            }
        }
    }

    private long untilSync() {
        return fsync == Fsync.EVERYSEC && segment.unsafe() > 0
                ? SECOND - (System.nanoTime() - lastSync)
                : Long.MAX_VALUE;
    }

    /** Answers whether everything is safe. */
    private boolean write(LogWork work) throws IOException {
        add(work);
        long now = System.nanoTime();
        boolean isDue = fsync == Fsync.EVERYSEC && (now - lastSync >= SECOND || segment.unsafe() >= maxUnsafe);
        if (work.needsSync() || fsync == Fsync.ALWAYS || isDue) {
            segment.sync();
            lastSync = System.nanoTime();
            syncTime.took(lastSync - now);
            return true;
        }
        segment.write();
        if (fsync == Fsync.NEVER) {
            // It cannot be written again. But it is not safe either, and no frame may say so: a machine that loses
            // power would leave a hole that looks like damage.
            segment.forget();
        }
        return false;
    }

    private void add(LogWork work) {
        long bytes = work.frames().size();
        empty = segment.add(work.frames());
        size.addAndGet(bytes);
    }

    private void fail(LogWork work, IOException e) {
        String reason = DataFolder.reason(e);
        BackendUnavailableException failure = LogQueue.failed(reason);
        if (queue.trouble() == null) {
            LOG.log(
                    Level.ERROR,
                    "{0} cannot be written to ({1}); writes are refused until it can",
                    folder.root(),
                    reason);
        }
        LogWork alsoWaiting = queue.fail(reason, empty);
        try {
            // It has changed memory already, so it has to get into the log as well.
            add(alsoWaiting);
        } finally {
            work.fail(liveness, failure);
            alsoWaiting.fail(liveness, failure);
        }
    }

    /** Nothing is taken any more, so this reaches all who wait. Memory may be short just now, and not in a moment. */
    private void failEveryone() {
        for (int attempt = 0; attempt < LAST_ATTEMPTS; attempt++) {
            try {
                BackendUnavailableException failure = LogQueue.failed(String.valueOf(liveness.reason()));
                if (current != null) {
                    current.failNow(failure);
                }
                current = queue.takeAll(empty);
                current.failNow(failure);
                return;
            } catch (OutOfMemoryError e) {
                LockSupport.parkNanos(LAST_PAUSE);
            }
        }
    }

    private void rotate(long lastSequence, @Nullable CompletableFuture<Long> requested) {
        LogSegment full = segment;
        try {
            full.sync();
            if (full.isEmpty() && requested != null) {
                requested.complete(lastSequence);
                return;
            }
            segment = LogSegment.create(folder, lastSequence + 1);
            rotateAt = segmentSize;
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the log goes on in {0}: {1}", full.file(), DataFolder.reason(e));
            rotateAt = full.size() + segmentSize / 8;
            if (requested != null) {
                requested.completeExceptionally(LogQueue.failed(DataFolder.reason(e)));
            }
            return;
        }
        finish(full, lastSequence + 1);
        if (requested != null) {
            requested.complete(lastSequence);
        }
    }

    /** The name of the next file has to be safe before the mark is: a mark with no file behind it tells of a loss. */
    private void finish(LogSegment full, long next) {
        try {
            try {
                segment.syncName();
            } catch (IOException e) {
                full.close();
                throw e;
            }
            full.finish(next);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "{0} has no mark at its end: {1}", full.file(), DataFolder.reason(e));
        }
    }

    /** Writes what was appended, and ends. */
    @Override
    public void close() {
        queue.close();
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
