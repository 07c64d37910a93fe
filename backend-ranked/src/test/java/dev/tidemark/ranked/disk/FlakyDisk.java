package dev.tidemark.ranked.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;

/** A disk that can be full, and that can fail to make things safe. What it could not make safe, it loses. */
public final class FlakyDisk implements Disk {

    /** So much that no test uses it up. */
    public static final long PLENTY = Long.MAX_VALUE;

    private static final int MANY = 1_000_000;

    private final Semaphore hold = new Semaphore(MANY);
    private final Semaphore held = new Semaphore(0);
    private long room = PLENTY;
    private boolean failsToSync;
    private int syncs;

    /** Leaves room for so many more bytes. */
    public synchronized void leaveRoom(long bytes) {
        room = bytes;
    }

    public synchronized void failToSync(boolean fails) {
        failsToSync = fails;
    }

    /** Lets whoever makes something safe wait until {@link #releaseSync}. */
    public void holdSync() {
        hold.drainPermits();
        held.drainPermits();
    }

    /** Waits until somebody waits. */
    public void awaitHeld() {
        held.acquireUninterruptibly();
    }

    public void releaseSync() {
        hold.release(MANY);
    }

    /** How often something was made safe. */
    public synchronized int syncs() {
        return syncs;
    }

    private synchronized int takeRoom(int wanted) throws IOException {
        int fits = (int) Math.min(room, wanted);
        if (fits == 0) {
            throw new IOException("No space left on device");
        }
        room -= fits;
        return fits;
    }

    @Override
    public FileChannel open(Path file, OpenOption... options) throws IOException {
        return new FlakyChannel(FileChannel.open(file, options));
    }

    @Override
    public void sync(Path folder) throws IOException {
        countSync();
        Disk.REAL.sync(folder);
    }

    private synchronized void countSync() throws IOException {
        if (failsToSync) {
            throw new IOException("Input/output error");
        }
        syncs++;
    }

    private final class FlakyChannel extends FileChannel {

        private final FileChannel file;
        private long safeTo;

        FlakyChannel(FileChannel file) throws IOException {
            this.file = file;
            this.safeTo = file.size();
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            ByteBuffer part = source.slice(source.position(), takeRoom(source.remaining()));
            int written = file.write(part);
            source.position(source.position() + written);
            return written;
        }

        @Override
        public void force(boolean metaData) throws IOException {
            held.release();
            hold.acquireUninterruptibly();
            try {
                countSync();
            } catch (IOException e) {
                // As systems do: what could not be written is dropped, and the next fsync knows nothing of it.
                if (file.size() > safeTo) {
                    file.write(ByteBuffer.allocate((int) (file.size() - safeTo)), safeTo);
                }
                throw e;
            }
            file.force(metaData);
            safeTo = file.size();
        }

        @Override
        public FileChannel truncate(long size) throws IOException {
            file.truncate(size);
            safeTo = Math.min(safeTo, size);
            return this;
        }

        @Override
        public FileChannel position(long newPosition) throws IOException {
            file.position(newPosition);
            return this;
        }

        @Override
        public long position() throws IOException {
            return file.position();
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            return file.read(target);
        }

        @Override
        public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
            return file.read(targets, offset, length);
        }

        @Override
        public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
            return file.transferTo(position, count, target);
        }

        @Override
        public long transferFrom(ReadableByteChannel source, long position, long count) throws IOException {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(ByteBuffer target, long position) throws IOException {
            return file.read(target, position);
        }

        @Override
        public int write(ByteBuffer source, long position) throws IOException {
            throw new UnsupportedOperationException();
        }

        @Override
        public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
            return file.map(mode, position, size);
        }

        @Override
        public FileLock lock(long position, long size, boolean shared) throws IOException {
            return file.lock(position, size, shared);
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) throws IOException {
            return file.tryLock(position, size, shared);
        }

        @Override
        protected void implCloseChannel() throws IOException {
            file.close();
        }
    }
}
