package dev.tidemark.ranked.log;

import dev.tidemark.ranked.bytes.ByteWriter;
import dev.tidemark.ranked.disk.DataFolder;
import dev.tidemark.ranked.disk.FileKind;
import dev.tidemark.ranked.disk.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The file of the log that is written to. What was not yet made safe is kept in memory as well. After a write failed, it goes
 * on where it got to: what is in the file stays there, for some of it may have been acknowledged. After an fsync failed,
 * everything since the last good one is written once more, over itself. To ask for the fsync again would not do, because
 * systems drop what they could not write and report success the next time.
 *
 * <p>Behind the last frame stand zeros: an fsync of what takes their place need not tell that the file has become longer,
 * which costs about as much as the rest. They go when the file is closed.
 *
 * <p>For one thread.
 */
final class LogSegment {

    /** The body of the last frame of a file that another follows. No command begins with it. */
    static final int CONTINUED = 0;

    /** Larger writes are split, because the JDK copies each to memory outside of the heap, and keeps that. */
    private static final int SLICE = 1 << 18;

    /** So many zeros at most are written at once. They are at most a fifth of the file. */
    private static final int MAX_ZEROS = 1 << 18;

    private static final int MIN_ZEROS = 1 << 12;

    /** Zeros that fewer writes than these would use up are not worth their own. */
    private static final int WRITES_WORTH_ZEROS = 8;

    private final DataFolder folder;
    private final Path file;
    private final FileChannel channel;
    private FrameBuffer unsafe = new FrameBuffer();

    /** What is unsafe comes behind this place in the file; what is before it cannot be written again. */
    private long safeTo;

    /** So many of the unsafe bytes are in the file, as far as is known. */
    private long written;

    /** Where the zeros end; where there are none this is anywhere before the end of the frames. */
    private long zerosTo;

    private boolean named;

    private LogSegment(DataFolder folder, Path file, FileChannel channel, long safeTo, boolean named) {
        this.folder = folder;
        this.file = file;
        this.channel = channel;
        this.safeTo = safeTo;
        this.named = named;
    }

    /** Begins a new file. It gets its name when it has a beginning, so a file that has the name is never without. */
    static LogSegment create(DataFolder folder, long firstSequence) throws IOException {
        Path file = folder.file(FileKind.LOG, firstSequence);
        Path temporary = folder.temporary(file);
        FileChannel channel = folder.disk()
                .open(
                        temporary,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE);
        try {
            writeFully(channel, FileKind.LOG.header(firstSequence).toBuffer(), 0);
            channel.force(false);
            folder.rename(temporary, file);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        return new LogSegment(folder, file, channel, FileKind.HEADER, false);
    }

    /** Goes on with a file that is good up to {@code end}. */
    static LogSegment open(DataFolder folder, Path file, long end) throws IOException {
        FileChannel channel = folder.disk().open(file, StandardOpenOption.WRITE);
        try {
            channel.truncate(end);
            channel.force(false);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        return new LogSegment(folder, file, channel, end, true);
    }

    Path file() {
        return file;
    }

    long size() {
        return safeTo + unsafe.size();
    }

    boolean isEmpty() {
        return size() == FileKind.HEADER;
    }

    /** How many bytes would be written again if an fsync failed. */
    long unsafe() {
        return unsafe.size();
    }

    /** How much memory is held for what is unsafe, used or not. */
    long bufferSize() {
        return unsafe.capacity();
    }

    /** Takes frames over, and returns an empty buffer to use instead. It takes all of them or, if it throws, none. */
    FrameBuffer add(FrameBuffer frames) {
        if (unsafe.size() == 0) {
            FrameBuffer empty = unsafe;
            unsafe = frames;
            return empty;
        }
        unsafe.takeAll(frames);
        return frames;
    }

    /** Hands everything to the system: it is safe from the end of this process, not from that of the machine. */
    void write() throws IOException {
        long begin = 0;
        for (ByteWriter chunk : unsafe.chunks()) {
            long end = begin + chunk.size();
            while (written < end) {
                int slice = (int) Math.min(SLICE, end - written);
                int from = (int) (written - begin);
                written += channel.write(ByteBuffer.wrap(chunk.array(), from, slice), safeTo + written);
            }
            begin = end;
        }
    }

    /** Makes everything safe. */
    void sync() throws IOException {
        write();
        writeZeros();
        try {
            channel.force(false);
            syncName();
        } catch (IOException e) {
            written = 0;
            zerosTo = safeTo;
            throw e;
        }
        forget();
    }

    /** Makes the name of the file safe. Nothing in a file is safe before its name is. */
    void syncName() throws IOException {
        if (!named) {
            folder.disk().sync(folder.root());
            named = true;
        }
    }

    private void writeZeros() {
        long end = size();
        int zeros = (int) Math.min(MAX_ZEROS, end / 4);
        boolean worthIt = zeros >= MIN_ZEROS && unsafe.size() <= zeros / WRITES_WORTH_ZEROS;
        if (unsafe.size() > 0 && end > zerosTo && worthIt) {
            try {
                zerosTo = end + channel.write(ByteBuffer.allocate(zeros), end);
            } catch (IOException e) {
                // It goes without them. Whether there is room for what matters is about to be seen.
            }
        }
    }

    /** No longer minds what was written but not made safe. */
    void forget() {
        long end = size();
        unsafe.clear();
        safeTo = end;
        written = 0;
    }

    /**
     * Closes a file that another follows, and says so in it, so that the other one cannot get lost unnoticed. The name of the
     * other one has to be safe before.
     */
    void finish(long nextSequence) throws IOException {
        try (channel) {
            sync();
            channel.truncate(size());
            ByteWriter frame = new ByteWriter(Frame.HEADER + 1);
            Frame.begin(frame);
            frame.writeByte(CONTINUED);
            Frame.seal(frame, nextSequence, nextSequence - 1, Frame.checksum(frame));
            writeFully(channel, frame.toBuffer(), size());
            channel.force(false);
        }
    }

    void close() throws IOException {
        try (channel) {
            channel.truncate(size());
        }
    }

    private static void writeFully(FileChannel channel, ByteBuffer bytes, long position) throws IOException {
        long at = position;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }
}
