package dev.tidemark.ranked.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Reads what {@link ByteWriter} wrote. What is read here passed a checksum before, so it fails with an
 * {@link IndexOutOfBoundsException} only if writer and reader do not agree.
 */
public final class ByteReader {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] bytes;
    private final int end;
    private int at;

    public ByteReader(byte[] bytes, int from, int length) {
        this.bytes = bytes;
        this.at = from;
        this.end = from + length;
    }

    public boolean hasMore() {
        return at < end;
    }

    /** The next byte, which stays the next. */
    public byte peekByte() {
        byte next = readByte();
        at--;
        return next;
    }

    public byte readByte() {
        return bytes[step(1)];
    }

    public int readInt() {
        return (int) INT.get(bytes, step(Integer.BYTES));
    }

    public long readLong() {
        return (long) LONG.get(bytes, step(Long.BYTES));
    }

    public double readDouble() {
        return Double.longBitsToDouble(readLong());
    }

    public long readUnsigned() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte next = readByte();
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IndexOutOfBoundsException("a number has no end");
    }

    public long readSigned() {
        long value = readUnsigned();
        return (value >>> 1) ^ -(value & 1);
    }

    /** A number that was written by {@link ByteWriter#writeUnsigned} and counts something that fits in memory. */
    public int readCount() {
        return Math.toIntExact(readUnsigned());
    }

    public String readString() {
        int length = readCount();
        return new String(bytes, step(length), length, StandardCharsets.UTF_8);
    }

    public byte[] readBytes(int length) {
        byte[] copy = new byte[length];
        System.arraycopy(bytes, step(length), copy, 0, length);
        return copy;
    }

    private int step(int length) {
        int from = at;
        if (length < 0 || length > end - from) {
            throw new IndexOutOfBoundsException(length + " bytes are wanted, " + (end - from) + " are left");
        }
        at = from + length;
        return from;
    }
}
