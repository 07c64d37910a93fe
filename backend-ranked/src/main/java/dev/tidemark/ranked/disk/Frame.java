package dev.tidemark.ranked.disk;

import dev.tidemark.ranked.bytes.ByteWriter;
import java.util.zip.CRC32C;

/**
 * How bytes stand in a file, so that damage is found:
 *
 * <pre>
 *   0   4 bytes   CRC32C of the body, then of the length and the sequence
 *   4   4 bytes   length of the body, at least 1
 *   8   8 bytes   sequence: one more than that of the frame before
 *  16   body
 * </pre>
 *
 * Numbers are little-endian.
 */
public final class Frame {

    public static final int HEADER = 16;

    /** No body is longer. It is far more than any command or record, and bounds what a damaged length can ask for. */
    static final int MAX_BODY = 1 << 30;

    static final int LENGTH_AT = 4;
    static final int SEQUENCE_AT = 8;

    private Frame() {}

    /** Begins a frame in an empty writer; the body follows. */
    public static void begin(ByteWriter frame) {
        frame.clear();
        frame.writeLong(0);
        frame.writeLong(0);
    }

    /** The checksum of a body that is complete. What it takes to {@link #seal} the frame is short. */
    public static CRC32C checksum(ByteWriter frame) {
        CRC32C checksum = new CRC32C();
        checksum.update(frame.array(), HEADER, frame.size() - HEADER);
        return checksum;
    }

    public static void seal(ByteWriter frame, long sequence, CRC32C checksum) {
        frame.setInt(LENGTH_AT, frame.size() - HEADER);
        frame.setLong(SEQUENCE_AT, sequence);
        checksum.update(frame.array(), LENGTH_AT, HEADER - LENGTH_AT);
        frame.setInt(0, (int) checksum.getValue());
    }

    static boolean isGood(byte[] bytes, int at, int length, int expected) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, at + HEADER, length);
        checksum.update(bytes, at + LENGTH_AT, HEADER - LENGTH_AT);
        return (int) checksum.getValue() == expected;
    }
}
