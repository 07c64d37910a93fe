package dev.tidemark.ranked.series;

import dev.tidemark.ranked.bytes.ByteReader;
import dev.tidemark.ranked.bytes.ByteWriter;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Counts in no more memory than they need: a lone one costs one place, and small ones cost a byte each. */
final class CountGroup extends Group<CountGroup> {

    /** A constant of the format on disk. */
    static final int SIZE = 240;

    /*
     * The cells hold the counts from the first slot to the last that was ever written. All have the same width, 1, 2, 4
     * or 8 bytes, signed. It is doubled when a count does not fit, and never narrowed: counts mostly grow.
     *
     * The cells are one array of bytes, looked at through a view of the width, so that there is one class whatever the
     * width. The machine does that in one instruction, aligned or not.
     */

    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);

    private byte[] cells = {};
    private int first;

    /** A cell has {@code 1 << shift} bytes. */
    private int shift;

    CountGroup(long number) {
        super(number);
    }

    private static VarHandle view(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
    }

    long get(int slot) {
        int cell = slot - first;
        return cell < 0 || cell >= length() ? 0 : load(cell);
    }

    /** Adds to a count, which is known to stay within 64 bits, and answers its new value. */
    long add(int slot, long amount) {
        if (slot < first || slot - first >= length()) {
            makeRoom(slot);
        }
        long value = load(slot - first) + amount;
        if (!fits(value)) {
            widen(value);
        }
        store(slot - first, value);
        return value;
    }

    /** Copies {@code count} values from {@code slot} on into an array of zeros. */
    void copyTo(long[] target, int at, int slot, int count) {
        int from = Math.max(slot, first);
        int to = Math.min(slot + count, first + length());
        int place = at + from - slot;
        for (int cell = from - first; cell < to - first; cell++) {
            target[place++] = load(cell);
        }
    }

    /** How far the furthest count is from 0. */
    long reach() {
        long reach = 0;
        for (int cell = 0; cell < length(); cell++) {
            long value = load(cell);
            reach = Math.max(reach, value == Long.MIN_VALUE ? Long.MAX_VALUE : Math.abs(value));
        }
        return reach;
    }

    private int length() {
        return cells.length >> shift;
    }

    private long load(int cell) {
        return switch (shift) {
            case 0 -> cells[cell];
            case 1 -> (short) SHORT.get(cells, cell << 1);
            case 2 -> (int) INT.get(cells, cell << 2);
            default -> (long) LONG.get(cells, cell << 3);
        };
    }

    private void store(int cell, long value) {
        switch (shift) {
            case 0 -> cells[cell] = (byte) value;
            case 1 -> SHORT.set(cells, cell << 1, (short) value);
            case 2 -> INT.set(cells, cell << 2, (int) value);
            default -> LONG.set(cells, cell << 3, value);
        }
    }

    private boolean fits(long value) {
        int unused = Long.SIZE - (Byte.SIZE << shift);
        return value << unused >> unused == value;
    }

    private void widen(long value) {
        long[] values = new long[length()];
        copyTo(values, 0, first, values.length);
        while (!fits(value)) {
            shift++;
        }
        cells = new byte[values.length << shift];
        for (int cell = 0; cell < values.length; cell++) {
            store(cell, values[cell]);
        }
    }

    private void makeRoom(int slot) {
        if (cells.length == 0) {
            first = slot;
            cells = new byte[1 << shift];
        } else if (slot < first) {
            byte[] wider = new byte[cells.length + ((first - slot) << shift)];
            System.arraycopy(cells, 0, wider, wider.length - cells.length, cells.length);
            first = slot;
            cells = wider;
        } else {
            int needed = slot - first + 1;
            cells = Arrays.copyOf(cells, Math.min(SIZE - first, needed + (needed >> 1)) << shift);
        }
    }

    @Override
    CountGroup copy() {
        CountGroup copy = new CountGroup(number);
        copy.cells = cells.clone();
        copy.first = first;
        copy.shift = shift;
        return copy;
    }

    @Override
    void write(CutWriter out) throws IOException {
        ByteWriter piece = out.piece();
        piece.writeByte(shift);
        piece.writeUnsigned(first);
        piece.writeUnsigned(cells.length);
        piece.writeBytes(cells, 0, cells.length);
    }

    static CountGroup read(long number, CutReader in) throws IOException {
        CountGroup group = new CountGroup(number);
        ByteReader piece = in.piece();
        group.shift = piece.readByte();
        group.first = piece.readCount();
        group.cells = piece.readBytes(piece.readCount());
        return group;
    }
}
