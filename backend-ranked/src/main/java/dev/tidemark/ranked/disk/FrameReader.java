package dev.tidemark.ranked.disk;

import dev.tidemark.ranked.bytes.ByteReader;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a file frame by frame, and trusts none of them. */
public final class FrameReader implements Closeable {

    private static final int WINDOW = 1 << 16;

    private final Path file;
    private final InputStream in;
    private final long size;
    private byte[] frame = new byte[WINDOW];
    private long offset;
    private long next;
    private long sequence;
    private int length;

    /** Opens a file and checks how it begins. */
    public FrameReader(FileKind kind, Path file) throws IOException {
        this.file = file;
        this.size = Files.size(file);
        if (size < FileKind.HEADER) {
            throw new DamagedFileException(file, 0, "it is shorter than the beginning of any file");
        }
        this.in = new BufferedInputStream(Files.newInputStream(file), WINDOW);
        try {
            byte[] header = in.readNBytes(FileKind.HEADER);
            kind.requireHeader(file, header, kind.sequenceOf(String.valueOf(file.getFileName())));
        } catch (IOException e) {
            in.close();
            throw e;
        }
        this.offset = FileKind.HEADER;
        this.next = FileKind.HEADER;
    }

    /**
     * Goes to the next frame, and answers whether there is one.
     *
     * @throws DamagedFileException if what is there is no good frame; {@link #offset} tells where
     */
    public boolean next() throws IOException {
        offset = next;
        if (offset == size) {
            return false;
        }
        if (size - offset < Frame.HEADER || in.readNBytes(frame, 0, Frame.HEADER) < Frame.HEADER) {
            throw damaged("it ends within an entry");
        }
        ByteReader header = new ByteReader(frame, 0, Frame.HEADER);
        int checksum = header.readInt();
        int body = header.readInt();
        if (body < 1 || body > Frame.MAX_BODY) {
            throw damaged("the length of an entry is " + body);
        } else if (body > size - offset - Frame.HEADER) {
            throw damaged("it ends within an entry");
        }
        room(Frame.HEADER + body);
        if (in.readNBytes(frame, Frame.HEADER, body) < body) {
            throw damaged("it ends within an entry");
        } else if (!Frame.isGood(frame, 0, body, checksum)) {
            throw damaged("the checksum of an entry does not match");
        }
        sequence = header.readLong();
        length = body;
        next = offset + Frame.HEADER + body;
        return true;
    }

    private DamagedFileException damaged(String what) {
        return new DamagedFileException(file, offset, what);
    }

    private void room(int needed) {
        if (frame.length < needed) {
            byte[] larger = new byte[needed];
            System.arraycopy(frame, 0, larger, 0, Frame.HEADER);
            frame = larger;
        }
    }

    /** Where the frame begins that was read last, or could not be read. */
    public long offset() {
        return offset;
    }

    /** Where the frame ends that was read last. */
    public long nextOffset() {
        return next;
    }

    public long sequence() {
        return sequence;
    }

    /** The body of the frame; valid until the next is read. */
    public ByteReader body() {
        return new ByteReader(frame, Frame.HEADER, length);
    }

    /** Whether there is nothing but zeros from {@code from} on: room for frames that was not used. */
    public static boolean isUnused(Path file, long from) throws IOException {
        for (byte each : readFrom(file, from)) {
            if (each != 0) {
                return false;
            }
        }
        return true;
    }

    private static byte[] readFrom(Path file, long from) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            in.skipNBytes(from);
            return in.readAllBytes();
        }
    }

    /**
     * Whether a frame stands anywhere behind {@code from} that knew the one of this sequence to be safe. If so, what is at
     * {@code from} is no write that was cut short.
     */
    public static boolean wasSafe(Path file, long from, long sequence) throws IOException {
        byte[] rest = readFrom(file, from);
        for (int at = 1; at + Frame.HEADER < rest.length; at++) {
            ByteReader header = new ByteReader(rest, at, Frame.HEADER);
            int checksum = header.readInt();
            int body = header.readInt();
            long found = header.readLong();
            long safe = found - 1 - header.readInt();
            // The sequence alone rules out nearly every place, so that few checksums are computed.
            if (safe >= sequence
                    && found - sequence < rest.length
                    && body >= 1
                    && body <= rest.length - at - Frame.HEADER
                    && Frame.isGood(rest, at, body, checksum)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
