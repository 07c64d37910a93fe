package dev.tidemark.ranked.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes numbers and names into memory that grows as it needs to. {@link ByteReader} reads them. */
public final class ByteWriter {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** What one number takes at most. */
    private static final int MAX_NUMBER = 10;

    private byte[] bytes;
    private int size;

    public ByteWriter(int capacity) {
        bytes = new byte[capacity];
    }

    public int size() {
        return size;
    }

    public void clear() {
        size = 0;
    }

    /** What was written so far, up to {@link #size}; valid until more is written. */
    public byte[] array() {
        return bytes;
    }

    public ByteBuffer toBuffer() {
        return ByteBuffer.wrap(bytes, 0, size);
    }

    public void writeByte(int value) {
        room(1);
        bytes[size++] = (byte) value;
    }

    public void writeInt(int value) {
        room(Integer.BYTES);
        INT.set(bytes, size, value);
        size += Integer.BYTES;
    }

    /** Writes over the four bytes at {@code place}, which were written before. */
    public void setInt(int place, int value) {
        INT.set(bytes, place, value);
    }

    public void setLong(int place, long value) {
        LONG.set(bytes, place, value);
    }

    public void writeLong(long value) {
        room(Long.BYTES);
        LONG.set(bytes, size, value);
        size += Long.BYTES;
    }

    public void writeDouble(double value) {
        writeLong(Double.doubleToRawLongBits(value));
    }

    /** Writes a number in seven bits a byte: small ones are short, negative ones take ten bytes. */
    public void writeUnsigned(long value) {
        room(MAX_NUMBER);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /** Writes a number so that those near zero are short, on either side of it. */
    public void writeSigned(long value) {
        writeUnsigned((value << 1) ^ (value >> 63));
    }

    public void writeString(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        writeUnsigned(utf8.length);
        writeBytes(utf8, 0, utf8.length);
    }

    public void writeBytes(byte[] source, int from, int length) {
        room(length);
        System.arraycopy(source, from, bytes, size, length);
        size += length;
    }

    /** Makes room for so many more bytes, so that writing them allocates nothing. */
    public void reserve(int needed) {
        room(needed);
    }

    private void room(int needed) {
        if (bytes.length - size < needed) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, needed), size + (size >> 1)));
        }
    }
}
