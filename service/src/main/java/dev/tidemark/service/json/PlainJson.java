package dev.tidemark.service.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/**
 * Reads JSON as programs mostly write it: ASCII without escapes, and numbers that are not long. That makes it faster
 * than a parser for all of JSON, and it does not try to be one. At the first thing that it does not know, good or
 * bad, it stops being {@linkplain #isPlain plain}: then nothing that it answered counts, and the same bytes are read again
 * by Jackson, which knows everything and says what is wrong.
 */
final class PlainJson {

    /** So many digits always fit into 64 bits. */
    private static final int MAX_DIGITS = 18;

    /** Names are shorter; a longer text would be copied before somebody finds that it is too long. */
    private static final int MAX_TEXT = 1_000;

    /** Up to here a double is exact, both as a whole number and as a power of ten, and so is their quotient's rounding. */
    private static final long MAX_EXACT = 1L << 53;

    private static final double[] POWERS_OF_TEN = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18
    };

    private final byte[] bytes;
    private final int end;
    private int at;
    private boolean plain = true;

    /** How many digits the last number had behind its point. */
    private int decimals;

    PlainJson(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.at = start;
        this.end = end;
    }

    /** Whether everything so far was as it was asked for. */
    boolean isPlain() {
        return plain;
    }

    /** Whether {@code mark} comes next; if so, it is passed. */
    boolean passes(char mark) {
        if (plain && next() == mark) {
            at++;
            return true;
        }
        return false;
    }

    void require(char mark) {
        if (!passes(mark)) {
            plain = false;
        }
    }

    /** Requires that only blanks are left. */
    void requireEnd() {
        next();
        if (at < end) {
            plain = false;
        }
    }

    /** Reads the name of a field and its colon, and answers which of the known ones it is; "" if none. */
    String field(String[] known) {
        int start = startOfText();
        int length = endOfText() - start;
        require(':');
        if (plain) {
            for (String name : known) {
                if (name.length() == length && isAt(start, name)) {
                    return name;
                }
            }
        }
        plain = false;
        return "";
    }

    String text() {
        int start = startOfText();
        int length = endOfText() - start;
        return plain ? new String(bytes, start, length, ISO_8859_1) : "";
    }

    /** As {@link #text()}, for one that has probably been seen before. */
    String text(KnownNames names) {
        int start = startOfText();
        int length = endOfText() - start;
        return plain ? names.get(bytes, start, length) : "";
    }

    /** Reads a number without decimals. */
    long whole() {
        long number = number();
        if (decimals > 0) {
            plain = false;
        }
        return number;
    }

    /** Reads a number with up to {@code max} decimals, and answers it times ten to the power of {@code max}. */
    long scaled(int max) {
        long number = number();
        for (int i = decimals; i < max; i++) {
            plain &= Math.abs(number) < Long.MAX_VALUE / 10;
            number *= 10;
        }
        plain &= decimals <= max;
        return number;
    }

    double decimal() {
        long number = number();
        plain &= Math.abs(number) <= MAX_EXACT;
        return number / POWERS_OF_TEN[decimals];
    }

    /** Reads a number as if it had no point in it. */
    private long number() {
        decimals = 0;
        boolean negative = passes('-');
        int start = at;
        long number = digits(0);
        int whole = at - start;
        // No number begins with a 0 that could be left out.
        plain &= whole == 1 || (whole > 1 && bytes[start] != '0');
        if (plain && at < end && bytes[at] == '.') {
            at++;
            number = digits(number);
            decimals = at - start - whole - 1;
            plain &= decimals > 0;
        }
        plain &= whole + decimals <= MAX_DIGITS;
        if (!plain) {
            decimals = 0;
        }
        return negative ? -number : number;
    }

    private long digits(long before) {
        long number = before;
        while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
            number = number * 10 + (bytes[at++] - '0');
        }
        return number;
    }

    private int startOfText() {
        require('"');
        return at;
    }

    /** Passes the quote at the end, and answers where it stands. */
    private int endOfText() {
        int i = at;
        while (i < end && bytes[i] != '"') {
            // What is not ASCII is negative.
            if (bytes[i] < ' ' || bytes[i] == '\\') {
                plain = false;
                return at;
            }
            i++;
        }
        plain &= i < end && i - at <= MAX_TEXT;
        at = i + 1;
        return i;
    }

    private boolean isAt(int start, String name) {
        for (int i = 0; i < name.length(); i++) {
            if (bytes[start + i] != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** What comes behind the blanks; 0 at the end. */
    private int next() {
        while (at < end) {
            byte b = bytes[at];
            if (b > ' ' || (b != ' ' && b != '\t' && b != '\r' && b != '\n')) {
                return b;
            }
            at++;
        }
        return 0;
    }
}
