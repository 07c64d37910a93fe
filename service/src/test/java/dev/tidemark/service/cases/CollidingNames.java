package dev.tidemark.service.cases;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Names that have the same hash code in one of Jackson's tables of field names, whatever the seed of the table is. */
final class CollidingNames {

    private static final int MULTIPLIER = 33;

    /** Its inverse: 33 times this is 1 in 32 bits. */
    private static final int INVERSE = 0x3e0f83e1;

    private static final char FIRST = '(';
    private static final char LAST = '~';

    private CollidingNames() {}

    /**
     * Names of eight bytes, for parsers that read bytes. A name is hashed as two numbers, and the seed comes last: the second
     * number is what leads from the hash of the first to the same sum.
     */
    static List<String> inTableOfBytes(int count) {
        List<String> names = new ArrayList<>(count);
        int hash = hash(number("abcd")) + MULTIPLIER * number("efgh");
        StringBuilder half = new StringBuilder("((((");
        while (names.size() < count) {
            int first = number(half);
            ByteBuffer name = ByteBuffer.allocate(8).putInt(first).putInt(INVERSE * (hash - hash(first)));
            String text = new String(name.array(), ISO_8859_1);
            if (text.chars().allMatch(CollidingNames::isPlain)) {
                names.add(text);
            }
            next(half);
        }
        return names;
    }

    /** At most 1,024 names, for parsers that read characters: "Aa" and "B@" add the same to a hash code. */
    static List<String> inTableOfCharacters(int count) {
        List<String> names = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            StringBuilder name = new StringBuilder();
            for (int bit = 0; bit < 10; bit++) {
                name.append((i >> bit & 1) == 0 ? "Aa" : "B@");
            }
            names.add(name.toString());
        }
        return names;
    }

    private static int hash(int number) {
        int hash = number + (number >>> 15);
        return hash ^ hash >>> 9;
    }

    private static int number(CharSequence half) {
        return ByteBuffer.wrap(half.toString().getBytes(ISO_8859_1)).getInt();
    }

    /** Counts up, as an odometer does. */
    private static void next(StringBuilder half) {
        int place = half.length() - 1;
        while (half.charAt(place) == LAST) {
            half.setCharAt(place--, FIRST);
        }
        do {
            half.setCharAt(place, (char) (half.charAt(place) + 1));
        } while (!isPlain(half.charAt(place)));
    }

    private static boolean isPlain(int c) {
        return c >= FIRST && c <= LAST && c != '\\';
    }
}
