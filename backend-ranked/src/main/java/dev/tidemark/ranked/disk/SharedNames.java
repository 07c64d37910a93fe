package dev.tidemark.ranked.disk;

import org.jspecify.annotations.Nullable;

/**
 * Makes one object of names that are equal, as far as it remembers them. While the process runs, the tables of a board share
 * the names of their members; read one by one, each table would have names of its own, and take half as much memory again.
 *
 * <p>A name can be in two places. The first keeps its name: tables of a snapshot come one after the other with the same names
 * in the same order, and if the latest replaced the others, each would be gone just before it is asked for. The second is for
 * the latest, in case that those of the first are not asked for again.
 */
final class SharedNames {

    private static final int MAX = 1 << 26;

    private static final @Nullable String[] NONE = {};

    private @Nullable String[] names = NONE;

    /** Remembers as many names as it takes {@code bytes} to refer to, at most. */
    SharedNames(long bytes) {
        long places = Math.min(MAX, bytes / Integer.BYTES);
        if (places >= 2) {
            names = new String[(int) Long.highestOneBit(places)];
        }
    }

    /** A name that is equal, and the same as before if it is remembered. */
    String share(String name) {
        if (names.length == 0) {
            return name;
        }
        int place = place(name.hashCode());
        String first = names[place];
        if (first == null) {
            names[place] = name;
            return name;
        } else if (first.equals(name)) {
            return first;
        }
        String latest = names[place + 1];
        if (latest != null && latest.equals(name)) {
            return latest;
        }
        names[place + 1] = name;
        return name;
    }

    /** An even place. */
    private int place(int hash) {
        int spread = hash * 0x9E3779B9;
        return (spread ^ (spread >>> 16)) & (names.length - 2);
    }

    /** Forgets all names, and remembers none any more. It allocates nothing: there may not be a single byte left. */
    void end() {
        names = NONE;
    }

    /** Whether there are names that may be held only here. */
    boolean isInUse() {
        return names.length > 0;
    }
}
