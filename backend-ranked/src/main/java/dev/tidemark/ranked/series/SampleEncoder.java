package dev.tidemark.ranked.series;

/** Packs samples in order of time into bits. Regular times take a bit a sample, and so do values that stay the same. */
final class SampleEncoder {

    /*
     * After T. Pelkonen et al., "Gorilla: a fast, scalable, in-memory time series database", VLDB 2015.
     *
     * A time is the difference between its distance to the time before and the distance before that, which is 0 as long
     * as they are regular. The widths are not the paper's, whose times are seconds: in milliseconds, 7 bits are the jitter
     * of a timer, 12 a sample a second that was missed, 17 one a minute.
     *
     * A value is XORed with the one before. Nothing differs: a 0. All bits that differ lie between the first and the last
     * that were written before: 10 and those. Otherwise 11, the number of zeros in front, five bits, how many bits follow,
     * less one, six bits, and these.
     *
     * Values that are decimals have nearly all their bits different however near they are, 20.1 and 20.2 for example. If
     * all of a chunk are, they are written as whole numbers of the last digit, each less the one before, an idea of
     * A. Afroozeh et al., "ALP: Adaptive Lossless floating-Point compression", SIGMOD 2023.
     *
     * The first time is the chunk's own, and the first value is compared to 0.
     */

    static final SmallNumbers TIMES = new SmallNumbers(7, 12, 17, 32);
    static final SmallNumbers STEPS = new SmallNumbers(3, 6, 12, 24, 64);

    static final int LEADING_BITS = 5;
    static final int LENGTH_BITS = 6;
    private static final int MAX_LEADING = (1 << LEADING_BITS) - 1;

    private final BitWriter out = new BitWriter();

    /** Nothing was written before, so nothing lies between. */
    private int leading = Long.SIZE;

    private int trailing = Long.SIZE;

    private SampleEncoder() {}

    static long[] encode(long[] times, double[] values, int size, int digits) {
        SampleEncoder encoder = new SampleEncoder();
        long time = times[0];
        long distance = 0;
        long bits = 0;
        long number = 0;
        for (int i = 0; i < size; i++) {
            TIMES.write(times[i] - time - distance, encoder.out);
            distance = times[i] - time;
            time = times[i];
            if (digits == Decimals.NONE) {
                long next = Double.doubleToRawLongBits(values[i]);
                encoder.writeDifference(next ^ bits);
                bits = next;
            } else {
                long next = Decimals.number(values[i], digits);
                STEPS.write(next - number, encoder.out);
                number = next;
            }
        }
        return encoder.out.toWords();
    }

    private void writeDifference(long xor) {
        if (xor == 0) {
            out.write(0, 1);
            return;
        }
        if (Long.numberOfLeadingZeros(xor) >= leading && Long.numberOfTrailingZeros(xor) >= trailing) {
            out.write(0b10, 2);
        } else {
            leading = Math.min(MAX_LEADING, Long.numberOfLeadingZeros(xor));
            trailing = Long.numberOfTrailingZeros(xor);
            out.write(0b11, 2);
            out.write(leading, LEADING_BITS);
            out.write(Long.SIZE - leading - trailing - 1, LENGTH_BITS);
        }
        out.write(xor >>> trailing, Long.SIZE - leading - trailing);
    }
}
