package dev.tidemark.ranked.disk;

import dev.tidemark.ranked.bytes.ByteReader;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongConsumer;

/** Reads a file frame by frame, and trusts none of them. */
public final class FrameReader implements Closeable {

    private static final int WINDOW = 1 << 16;

    private final Path file;
    private final LongConsumer memory;
    private final InputStream in;
    private final long size;
    private byte[] frame = new byte[WINDOW];
    private long offset;
    private long next;
    private long sequence;
    private int length;

    /** Opens a file and checks how it begins. */
    public FrameReader(FileKind kind, Path file) throws IOException {
        this(kind, file, bytes -> {});
    }

    /** As above; {@code memory} is asked before more of it is taken for a frame. */
    public FrameReader(FileKind kind, Path file, LongConsumer memory) throws IOException {
        this.file = file;
        this.memory = memory;
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
        long found = header.readLong();
        if (frame.length < Frame.HEADER + body) {
            grow(body, checksum);
        }
        if (in.readNBytes(frame, Frame.HEADER, body) < body) {
            throw damaged("it ends within an entry");
        } else if (!Frame.isGood(frame, 0, body, checksum)) {
            throw damaged("the checksum of an entry does not match");
        }
        sequence = found;
        length = body;
        next = offset + Frame.HEADER + body;
        return true;
    }

    private DamagedFileException damaged(String what) {
        return new DamagedFileException(file, offset, what);
    }

    /** A length that is damaged may ask for more memory than there is, so it is not trusted before the checksum matches. */
    private void grow(int body, int checksum) throws IOException {
        if (!FileTail.isGoodFrame(file, offset, body, checksum)) {
            throw damaged("the checksum of an entry does not match");
        }
        memory.accept(Frame.HEADER + body);
        frame = Arrays.copyOf(frame, Frame.HEADER + body);
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

    @Override
    public void close() throws IOException {
        in.close();
    }
}
