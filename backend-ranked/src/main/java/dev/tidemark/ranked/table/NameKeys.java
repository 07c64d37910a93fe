package dev.tidemark.ranked.table;

import org.jspecify.annotations.Nullable;

/**
 * A few characters of each name of a table as a number that sorts as the names do, so that a name is seldom fetched from
 * memory, which costs more than everything else that is done with it: nine of them in a key, four and a bit in a short one.
 *
 * <p>Not thread-safe.
 */
public final class NameKeys {

    /*
     * Names of one table often begin alike, so a key is made of what follows the prefix that all names share. A name that does
     * not have this prefix makes it shorter, and all keys so far useless: that begins an era. It happens a few times at the
     * start and then hardly ever. Who keeps keys knows their era, and makes them anew when next written.
     *
     * Characters beyond ASCII all count as the same one, the last, and end the key. So of two keys that differ the smaller
     * has the smaller name; if they are equal the names have to tell, but for names that end within their keys: as a name has
     * no control characters, those are told by their keys alone.
     */
    private static final int LENGTH = 9;

    private static final int BITS = 7;
    private static final char BEYOND = 0x7F;

    /** Instead of a key that tells its name: it does not. */
    static final long NO_TELLING = 0;

    private @Nullable String prefix;
    private int era;

    /** Changes when all keys so far have become useless. */
    public int era() {
        return era;
    }

    /** To be told of each name before it has a key. */
    public void include(String name) {
        if (prefix == null) {
            prefix = name;
        } else if (!name.startsWith(prefix)) {
            int common = 0;
            while (common < name.length() && name.charAt(common) == prefix.charAt(common)) {
                common++;
            }
            prefix = prefix.substring(0, common);
            era++;
        }
    }

    /** The key of a name that was included, in this era. */
    public long of(String name) {
        int from = prefix == null ? 0 : prefix.length();
        int to = Math.min(name.length(), from + LENGTH);
        long key = 0;
        int i = from;
        while (i < to) {
            char next = name.charAt(i++);
            if (next >= BEYOND) {
                key = (key << BITS) | BEYOND;
                break;
            }
            key = (key << BITS) | next;
        }
        return key << (BITS * (from + LENGTH - i));
    }

    /** The key that of all included names only this one has, or {@link #NO_TELLING}. */
    long telling(String name) {
        if (prefix == null || !name.startsWith(prefix)) {
            return NO_TELLING;
        }
        long key = of(name);
        return isCut(key) || endsBeyond(key) ? NO_TELLING : key;
    }

    private static boolean isCut(long key) {
        return (key & BEYOND) != 0;
    }

    private static boolean endsBeyond(long key) {
        int behindLast = Long.numberOfTrailingZeros(key) / BITS * BITS;
        return ((key >>> behindLast) & BEYOND) == BEYOND;
    }

    /** The short key of the name that has this key. */
    static int shortened(long key) {
        return (int) (key >>> Integer.SIZE);
    }
}
