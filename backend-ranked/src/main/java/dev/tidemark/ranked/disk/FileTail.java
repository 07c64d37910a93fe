package dev.tidemark.ranked.disk;

import dev.tidemark.ranked.bytes.ByteReader;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/** What stands in a file from some place on. It is read in pieces, because it may be larger than the memory that is left. */
public final class FileTail {

    static final int WINDOW = 1 << 16;

    private final FileChannel channel;
    private final long from;
    private final long size;

    private FileTail(FileChannel channel, long from) throws IOException {
        this.channel = channel;
        this.from = from;
        this.size = channel.size();
    }

    /** Whether there is nothing but zeros from {@code from} on: room for frames that was not used. */
    public static boolean isUnused(Path file, long from) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return new FileTail(channel, from).isUnused();
        }
    }

    /**
     * Whether a frame stands anywhere behind {@code from} that knew the one of this sequence to be safe. If so, what is at
     * {@code from} is no write that was cut short.
     */
    public static boolean wasSafe(Path file, long from, long sequence) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return new FileTail(channel, from).wasSafe(sequence);
        }
    }

    /** Whether the frame at {@code from}, with a body of that length, is as it was written. */
    static boolean isGoodFrame(Path file, long from, int body, int checksum) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return new FileTail(channel, from).isGood(from, body, checksum);
        }
    }

    private boolean isUnused() throws IOException {
        byte[] window = new byte[WINDOW];
        int length;
        for (long at = from; at < size; at += length) {
            length = read(window, at, size - at);
            for (int i = 0; i < length; i++) {
                if (window[i] != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean wasSafe(long sequence) throws IOException {
        byte[] window = new byte[WINDOW];
        int places;
        for (long at = from + 1; at + Frame.HEADER < size; at += places) {
            // Headers overlap: the last ones of a piece begin the next.
            places = read(window, at, size - 1 - at) - Frame.HEADER + 1;
            for (int i = 0; i < places; i++) {
                if (knewSafe(sequence, at + i, new ByteReader(window, i, Frame.HEADER))) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean knewSafe(long sequence, long at, ByteReader header) throws IOException {
        int checksum = header.readInt();
        int body = header.readInt();
        long found = header.readLong();
        long safe = found - 1 - header.readInt();
        // The sequence alone rules out nearly every place, so that few checksums are computed.
        return safe >= sequence
                && found - sequence < size - from
                && body >= 1
                && body <= size - at - Frame.HEADER
                && isGood(at, body, checksum);
    }

    private boolean isGood(long at, int body, int expected) throws IOException {
        byte[] piece = new byte[Math.min(WINDOW, Math.max(Frame.HEADER, body))];
        CRC32C checksum = new CRC32C();
        int length;
        for (int done = 0; done < body; done += length) {
            length = read(piece, at + Frame.HEADER + done, body - done);
            checksum.update(piece, 0, length);
        }
        read(piece, at, Frame.HEADER);
        checksum.update(piece, Frame.LENGTH_AT, Frame.HEADER - Frame.LENGTH_AT);
        return (int) checksum.getValue() == expected;
    }

    /** Reads as much as is wanted and fits, which is there. */
    private int read(byte[] into, long at, long wanted) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(into, 0, (int) Math.min(into.length, wanted));
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, at + buffer.position()) < 0) {
                throw new EOFException("it became shorter while it was read");
            }
        }
        return buffer.position();
    }
}
