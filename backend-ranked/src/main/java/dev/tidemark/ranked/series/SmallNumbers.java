package dev.tidemark.ranked.series;

/**
 * Writes numbers so that those that are often near 0 are short: a bit for 0 itself; otherwise ones and a zero that tell
 * which of up to eight widths is the first the number fits in, and the number in that width. The last width needs no
 * zero, and must be enough for all.
 */
final class SmallNumbers {

    private final int[] widths;

    SmallNumbers(int... widths) {
        this.widths = widths;
    }

    void write(long value, BitWriter out) {
        if (value == 0) {
            out.write(0, 1);
            return;
        }
        int last = widths.length - 1;
        int choice = 0;
        while (choice < last && !fits(value, widths[choice])) {
            choice++;
        }
        int ones = choice + 1;
        out.write((1L << ones) - 1, ones);
        if (choice < last) {
            out.write(0, 1);
        }
        out.writeSigned(value, widths[choice]);
    }

    private static boolean fits(long value, int width) {
        int unused = Long.SIZE - width;
        return value << unused >> unused == value;
    }

    long read(BitReader in) {
        if (!in.readBit()) {
            return 0;
        }
        int last = widths.length - 1;
        int choice = Math.min(in.ones(), last);
        in.skip(choice < last ? choice + 1 : last);
        return in.readSigned(widths[choice]);
    }
}
