package dev.tidemark.ranked.table;

import dev.tidemark.Names;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A few characters of each name as a number that sorts as the names do, so that among equal scores a name is seldom fetched
 * from memory, which costs more than everything else that an index does: eight of them in a long key, four in a short one.
 *
 * <p>Not thread-safe.
 */
final class NameKeys {

    /*
     * Names of one table often begin alike, so a key is made of what follows the prefix that all names share. A name that does
     * not have this prefix makes it shorter, and all keys so far useless: that begins an era. It happens a few times at the
     * start and then hardly ever. Nodes know the era of their keys, and make them anew when they are next written.
     *
     * Characters beyond ASCII all count as the same one, the last, and end the key. So of two keys that differ the smaller
     * has the smaller name; if they are equal the names have to tell.
     */
    private static final int LENGTH = 8;

    private static final char BEYOND = 0x7F;

    private final IntFunction<String> names;
    private @Nullable String prefix;
    private int era;

    NameKeys(IntFunction<String> names) {
        this.names = names;
    }

    String name(int id) {
        return names.apply(id);
    }

    int era() {
        return era;
    }

    /** To be told of each name before it is in a leaf. */
    void include(String name) {
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

    /** The short key of a name that was included, in this era. */
    int of(String name) {
        return shortened(longOf(name));
    }

    /** The short key of the name that has this long one. */
    static int shortened(long key) {
        return (int) (key >>> Integer.SIZE);
    }

    /** The long key of a name that was included, in this era. */
    long longOf(String name) {
        int from = prefix == null ? 0 : prefix.length();
        long key = 0;
        boolean ended = false;
        for (int i = from; i < from + LENGTH; i++) {
            char next = ended || i >= name.length() ? 0 : name.charAt(i);
            ended |= next >= BEYOND;
            key = (key << Byte.SIZE) | Math.min(next, BEYOND);
        }
        return key;
    }

    /** Whether one name is before another, by their short keys of this era if they differ. */
    boolean isBefore(int id, int key, String other, int otherKey) {
        return key == otherKey ? Names.UTF8_ORDER.compare(names.apply(id), other) < 0 : key < otherKey;
    }
}
