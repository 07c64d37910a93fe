package dev.tidemark.ranked.series;

import java.util.Arrays;

/** Writes bits into words, the upper bits first. */
final class BitWriter {

    private long[] words = new long[16];
    private int size;

    /** Writes the lower {@code count} bits, 1 to 64 of them. Those above must be 0. */
    void write(long bits, int count) {
        int word = size >>> 6;
        if (word + 1 >= words.length) {
            words = Arrays.copyOf(words, words.length * 2);
        }
        int missing = (size & 63) + count - Long.SIZE;
        if (missing <= 0) {
            words[word] |= bits << -missing;
        } else {
            words[word] |= bits >>> missing;
            words[word + 1] = bits << -missing;
        }
        size += count;
    }

    /** The lower {@code count} bits of a number that has a sign. */
    void writeSigned(long value, int count) {
        write(value & (-1L >>> (Long.SIZE - count)), count);
    }

    long[] toWords() {
        return Arrays.copyOf(words, (size + Long.SIZE - 1) >>> 6);
    }
}
