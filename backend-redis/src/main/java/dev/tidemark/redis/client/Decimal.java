package dev.tidemark.redis.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** Numbers as Redis takes them. Most that are sent are small, and the same over and over. */
final class Decimal {

    private static final byte[][] SMALL = new byte[1024][];

    static {
        for (int i = 0; i < SMALL.length; i++) {
            SMALL[i] = Integer.toString(i).getBytes(ISO_8859_1);
        }
    }

    private Decimal() {}

    /** Answers shared bytes, which nobody may change. */
    static byte[] bytes(long number) {
        return number >= 0 && number < SMALL.length
                ? SMALL[(int) number]
                : Long.toString(number).getBytes(ISO_8859_1);
    }
}
