package dev.tidemark;

import java.util.Comparator;

/** The rules for the names of series, tables, boards and members, and the one order they are listed in. */
public final class Names {

    public static final int MAX_BYTES = 256;

    /**
     * Orders names by their UTF-8 bytes, which is the order of their code points. {@link String#compareTo} differs from
     * it where surrogates meet characters from U+E000 on.
     */
    public static final Comparator<String> UTF8_ORDER = Names::compareUtf8;

    private Names() {}

    /**
     * Answers {@code name} if it has 1 to 256 UTF-8 bytes, no control character and no unpaired surrogate.
     *
     * @param what what the name is of, for the message: "series", "member"
     */
    public static String require(String what, String name) {
        return require(what, name, MAX_BYTES);
    }

    /** As {@link #require(String, String)}, for names that must leave room for something appended to them. */
    public static String require(String what, String name, int maxBytes) {
        if (name.isEmpty()) {
            throw new InvalidValueException(what + " must not be empty");
        }
        // Every char is at least a byte: an overlong name is refused before it is looked through.
        if (name.length() > maxBytes || utf8Length(what, name) > maxBytes) {
            throw new InvalidValueException(
                    what + " must be at most " + maxBytes + " UTF-8 bytes, but '" + shortened(name) + "' is longer");
        }
        return name;
    }

    /**
     * As {@link #require(String, String)}, for the names of series, tables and boards, which stand in the paths of
     * requests: {@code .} and {@code ..} are rejected, because HTTP clients resolve them as relative paths, and the request
     * then names something else. Members may have any name. The model's constructors do not ask for this, so what an
     * earlier version stored under such a name stays readable.
     */
    public static String requireForPath(String what, String name) {
        return requireForPath(what, name, MAX_BYTES);
    }

    /** As {@link #requireForPath(String, String)}, for names that must leave room for something appended to them. */
    public static String requireForPath(String what, String name, int maxBytes) {
        if (isDots(name)) {
            throw new InvalidValueException(
                    what + " must not be '" + name + "': HTTP clients resolve it as a relative path");
        }
        return require(what, name, maxBytes);
    }

    /** Whether a name is {@code .} or {@code ..}, which a path cannot hold. */
    public static boolean isDots(String name) {
        return name.equals(".") || name.equals("..");
    }

    /** As {@link #require(String, String)}, but "" is legal too: a prefix, or the place to go on from. */
    public static String requireOrEmpty(String what, String name) {
        return name.isEmpty() ? name : require(what, name);
    }

    private static int utf8Length(String what, String name) {
        int bytes = printableAscii(name);
        for (int i = bytes; i < name.length(); i++) {
            char c = name.charAt(i);
            if (Character.isISOControl(c)) {
                throw new InvalidValueException("%s must not contain control characters, but has U+%04X at position %d"
                        .formatted(what, (int) c, i));
            }
            if (c < 0x80) {
                bytes += 1;
            } else if (c < 0x800) {
                bytes += 2;
            } else if (!Character.isSurrogate(c)) {
                bytes += 3;
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < name.length()
                    && Character.isLowSurrogate(name.charAt(i + 1))) {
                bytes += 4;
                i++;
            } else {
                throw new InvalidValueException(
                        "%s must be valid Unicode, but has an unpaired surrogate at position %d".formatted(what, i));
            }
        }
        return bytes;
    }

    /** How many characters a name begins with that need no further look: mostly all of them. */
    private static int printableAscii(String name) {
        int i = 0;
        while (i < name.length() && name.charAt(i) >= ' ' && name.charAt(i) < 0x7f) {
            i++;
        }
        return i;
    }

    private static String shortened(String name) {
        return name.substring(0, name.offsetByCodePoints(0, Math.min(20, name.codePointCount(0, name.length())))) + "…";
    }

    private static int compareUtf8(String a, String b) {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                return Integer.compare(codePointRank(x), codePointRank(y));
            }
        }
        return Integer.compare(a.length(), b.length());
    }

    /** Lifts surrogates, which stand for code points from U+10000 on, above the rest of the 16-bit characters. */
    private static int codePointRank(char c) {
        return Character.isSurrogate(c) ? c + 0x10000 : c;
    }
}
