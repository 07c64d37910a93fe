package dev.tidemark.ranked.disk;

import dev.tidemark.ranked.bytes.ByteWriter;
import java.util.zip.CRC32C;

/**
 * How bytes stand in a file, so that damage is found:
 *
 * <pre>
 *   0   4 bytes   CRC32C of the body, then of the rest of the header
 *   4   4 bytes   length of the body, at least 1
 *   8   8 bytes   sequence: one more than that of the frame before
 *  16   4 bytes   how many of the frames right before it were not known to be safe when it was written
 *  20   body
 * </pre>
 *
 * Numbers are little-endian. The last of the header tells damage from a write that was cut short. A machine that loses power
 * may have written the later pages of a write and not the earlier ones, so that good frames can stand behind a torn one; but
 * a frame that knew the torn one to be safe shows that it was whole once.
 */
public final class Frame {

    public static final int HEADER = 20;

    /** No body is longer. It is far more than any command or record, and bounds what a damaged length can ask for. */
    static final int MAX_BODY = 1 << 30;

    static final int LENGTH_AT = 4;
    static final int SEQUENCE_AT = 8;
    static final int UNSAFE_AT = 16;

    private Frame() {}

    /** Begins a frame in an empty writer; the body follows. */
    public static void begin(ByteWriter frame) {
        frame.clear();
        frame.writeLong(0);
        frame.writeLong(0);
        frame.writeInt(0);
    }

    /** The checksum of a body that is complete. What it takes to {@link #seal} the frame is short. */
    public static CRC32C checksum(ByteWriter frame) {
        CRC32C checksum = new CRC32C();
        checksum.update(frame.array(), HEADER, frame.size() - HEADER);
        return checksum;
    }

    /** Completes a frame; the frames up to {@code safe} are known to be safe. */
    public static void seal(ByteWriter frame, long sequence, long safe, CRC32C checksum) {
        frame.setInt(LENGTH_AT, frame.size() - HEADER);
        frame.setLong(SEQUENCE_AT, sequence);
        frame.setInt(UNSAFE_AT, (int) Math.min(Integer.MAX_VALUE, sequence - 1 - safe));
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
