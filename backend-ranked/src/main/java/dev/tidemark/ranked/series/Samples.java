package dev.tidemark.ranked.series;

import java.util.Arrays;

/** The samples of one series, in order of time. */
final class Samples {

    /** Samples of this many milliseconds stand in one group. */
    private static final long SPAN = 600_000;

    /** Takes a sample and tells whether to go on. */
    interface Visitor {
        boolean take(long time, double value);
    }

    /** Times and values in sorted arrays; what comes in order of time is appended. */
    private static final class Block extends Group {
        private long[] times = new long[2];
        private double[] values = new double[2];
        private int size;

        void put(long time, double value) {
            int place = size > 0 && times[size - 1] < time ? -size - 1 : Arrays.binarySearch(times, 0, size, time);
            if (place >= 0) {
                values[place] = value;
                return;
            }
            if (size == times.length) {
                times = Arrays.copyOf(times, size + (size >> 1) + 1);
                values = Arrays.copyOf(values, times.length);
            }
            int insertion = -place - 1;
            System.arraycopy(times, insertion, times, insertion + 1, size - insertion);
            System.arraycopy(values, insertion, values, insertion + 1, size - insertion);
            times[insertion] = time;
            values[insertion] = value;
            size++;
        }

        boolean forEach(long from, long to, Visitor visitor) {
            int place = Arrays.binarySearch(times, 0, size, from);
            for (int i = place >= 0 ? place : -place - 1; i < size && times[i] <= to; i++) {
                if (!visitor.take(times[i], values[i])) {
                    return false;
                }
            }
            return true;
        }
    }

    private final Groups<Block> blocks;

    Samples(long retention) {
        blocks = new Groups<>(retention, Block::new);
    }

    void put(long time, double value, long now) {
        blocks.touch(Math.floorDiv(time, SPAN), now).put(time, value);
    }

    /** Shows the samples from one time to another, both included, as long as the visitor goes on. */
    void forEach(long from, long to, long now, Visitor visitor) {
        for (Block block : blocks.between(Math.floorDiv(from, SPAN), Math.floorDiv(to, SPAN), now)) {
            if (!block.forEach(from, to, visitor)) {
                return;
            }
        }
    }

    void dropExpired(long now) {
        blocks.dropExpired(now);
    }

    boolean isEmpty() {
        return blocks.isEmpty();
    }
}
