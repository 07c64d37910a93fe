package dev.tidemark.ranked.series;

/** Reads what {@link SampleEncoder} packed, one sample after the other. */
final class SampleDecoder {

    private final BitReader in;
    private final int digits;

    private long time;
    private long distance;
    private long number;
    private long bits;
    private int length;
    private int trailing;

    SampleDecoder(long first, int digits, long[] words) {
        this.in = new BitReader(words);
        this.digits = digits;
        this.time = first;
    }

    /** The next sample's time; its value must be asked for right after. */
    long nextTime() {
        distance += SampleEncoder.TIMES.read(in);
        time += distance;
        return time;
    }

    double nextValue() {
        if (digits != Decimals.NONE) {
            number += SampleEncoder.STEPS.read(in);
            return Decimals.value(number, digits);
        }
        if (in.readBit()) {
            if (in.readBit()) {
                int leading = (int) in.read(SampleEncoder.LEADING_BITS);
                length = (int) in.read(SampleEncoder.LENGTH_BITS) + 1;
                trailing = Long.SIZE - leading - length;
            }
            bits ^= in.read(length) << trailing;
        }
        return Double.longBitsToDouble(bits);
    }
}
