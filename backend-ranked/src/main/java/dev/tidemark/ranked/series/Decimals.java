package dev.tidemark.ranked.series;

/** Doubles that were written by people or rounded by programs, such as 20.1, as whole numbers of their last digit. */
final class Decimals {

    /** What {@link #digits} answers if the values are not like that. */
    static final int NONE = -1;

    /** Whole numbers up to here are exact in a double, and so a quotient of two of them is the nearest double there is. */
    private static final double MAX_EXACT = 0x1p53;

    private static final double[] POWERS = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

    private Decimals() {}

    /** The fewest digits after the point that give all values back to the bit, or {@link #NONE}. */
    static int digits(double[] values, int size) {
        int digits = 0;
        for (int i = 0; i < size; i++) {
            while (!isExact(values[i], digits)) {
                if (++digits == POWERS.length) {
                    return NONE;
                }
            }
        }
        // More digits may have brought one that fitted before out of the exact range.
        for (int i = 0; i < size; i++) {
            if (!isExact(values[i], digits)) {
                return NONE;
            }
        }
        return digits;
    }

    /** False for −0.0 too, which no whole number stands for. */
    private static boolean isExact(double value, int digits) {
        return Math.abs(value) * POWERS[digits] <= MAX_EXACT
                && Double.doubleToRawLongBits(value(number(value, digits), digits))
                        == Double.doubleToRawLongBits(value);
    }

    static long number(double value, int digits) {
        return (long) Math.rint(value * POWERS[digits]);
    }

    static double value(long number, int digits) {
        return number / POWERS[digits];
    }
}
