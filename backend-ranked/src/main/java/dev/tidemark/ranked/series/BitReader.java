package dev.tidemark.ranked.series;

/** Reads what {@link BitWriter} wrote. */
final class BitReader {

    private final long[] words;
    private int at;

    BitReader(long[] words) {
        this.words = words;
    }

    boolean readBit() {
        boolean bit = words[at >>> 6] << at < 0;
        at++;
        return bit;
    }

    /** How many ones are next, if there are less than eight; they are not read. */
    int ones() {
        int word = at >>> 6;
        long bits = words[word] << at;
        if ((at & 63) > Long.SIZE - 8 && word + 1 < words.length) {
            bits |= words[word + 1] >>> -at;
        }
        return Long.numberOfLeadingZeros(~bits);
    }

    void skip(int count) {
        at += count;
    }

    /** Reads 1 to 64 bits. */
    long read(int count) {
        return align(count) >>> -count;
    }

    long readSigned(int count) {
        return align(count) >> -count;
    }

    /** The next bits at the upper end of a word; what is below them means nothing. */
    private long align(int count) {
        int word = at >>> 6;
        long bits = words[word] << at;
        if ((at & 63) + count > Long.SIZE) {
            bits |= words[word + 1] >>> -at;
        }
        at += count;
        return bits;
    }
}
