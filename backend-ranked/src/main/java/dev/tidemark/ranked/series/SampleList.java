package dev.tidemark.ranked.series;

import dev.tidemark.timeseries.Sample;
import java.time.Instant;
import java.util.AbstractList;
import java.util.RandomAccess;

/** Samples of one series: 16 bytes each, made when they are asked for. Nothing in it changes once it is handed out. */
final class SampleList extends AbstractList<Sample> implements RandomAccess {

    private final String series;
    private final long[] times;
    private final double[] values;
    private int size;

    SampleList(String series, int capacity) {
        this.series = series;
        this.times = new long[capacity];
        this.values = new double[capacity];
    }

    void append(long time, double value) {
        times[size] = time;
        values[size] = value;
        size++;
    }

    @Override
    public Sample get(int index) {
        if (index >= size) {
            throw new IndexOutOfBoundsException(index);
        }
        return new Sample(series, Instant.ofEpochMilli(times[index]), values[index]);
    }

    @Override
    public int size() {
        return size;
    }
}
