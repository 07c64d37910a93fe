package dev.tidemark.ranked.series;

import java.util.Arrays;

/** Samples that can be written to, in sorted arrays; what comes in order of time is appended. */
final class OpenChunk implements Chunk {

    private long[] times;
    private double[] values;
    private int size;

    OpenChunk(int capacity) {
        times = new long[capacity];
        values = new double[capacity];
    }

    private OpenChunk(OpenChunk other, int from, int to) {
        times = Arrays.copyOfRange(other.times, from, to);
        values = Arrays.copyOfRange(other.values, from, to);
        size = to - from;
    }

    /** Whether it cannot take a sample of this time: it has all it may have, and none of this time. */
    boolean isFull(long time) {
        return size == CAPACITY && find(time) < 0;
    }

    void put(long time, double value) {
        int place = find(time);
        if (place >= 0) {
            values[place] = value;
            return;
        }
        if (size == times.length) {
            int capacity = Math.min(CAPACITY, size + (size >> 1) + 2);
            times = Arrays.copyOf(times, capacity);
            values = Arrays.copyOf(values, capacity);
        }
        int insertion = -place - 1;
        System.arraycopy(times, insertion, times, insertion + 1, size - insertion);
        System.arraycopy(values, insertion, values, insertion + 1, size - insertion);
        times[insertion] = time;
        values[insertion] = value;
        size++;
    }

    private int find(long time) {
        return size == 0 || times[size - 1] < time ? -size - 1 : Arrays.binarySearch(times, 0, size, time);
    }

    /** Takes the later half of the samples out. */
    OpenChunk splitOff() {
        int half = size / 2;
        OpenChunk later = new OpenChunk(this, half, size);
        size = half;
        return later;
    }

    OpenChunk copy() {
        return new OpenChunk(this, 0, size);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public long first() {
        return times[0];
    }

    long last() {
        return times[size - 1];
    }

    @Override
    public boolean forEach(long from, long to, Visitor visitor) {
        int place = find(from);
        for (int i = place >= 0 ? place : -place - 1; i < size && times[i] <= to; i++) {
            if (!visitor.take(times[i], values[i])) {
                return false;
            }
        }
        return true;
    }

    @Override
    public OpenChunk open() {
        return this;
    }

    @Override
    public SealedChunk seal() {
        int digits = Decimals.digits(values, size);
        return new SealedChunk(times[0], size, digits, SampleEncoder.encode(times, values, size, digits));
    }
}
