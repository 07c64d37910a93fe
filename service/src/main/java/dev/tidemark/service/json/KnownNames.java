package dev.tidemark.service.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/**
 * Names that came lately, by their ASCII bytes: events mostly belong to series that had some before, and a name that is
 * found here needs no memory of its own and brings its hash code along. A name that finds its place taken takes it over.
 *
 * <p>Any number of threads may use it at once. They may not see each other's names, or not at once, which only costs
 * another string: strings are safe to be handed over unsynchronised.
 */
final class KnownNames {

    private static final int SIZE = 1 << 13;

    private final String[] names = new String[SIZE];

    String get(byte[] bytes, int start, int length) {
        int hash = 0;
        for (int i = start; i < start + length; i++) {
            hash = 31 * hash + bytes[i];
        }
        int place = (hash ^ hash >>> 13) & (SIZE - 1);
        String known = names[place];
        if (known != null && isSame(known, bytes, start, length)) {
            return known;
        }
        String name = new String(bytes, start, length, ISO_8859_1);
        names[place] = name;
        return name;
    }

    private static boolean isSame(String name, byte[] bytes, int start, int length) {
        if (name.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (name.charAt(i) != bytes[start + i]) {
                return false;
            }
        }
        return true;
    }
}
