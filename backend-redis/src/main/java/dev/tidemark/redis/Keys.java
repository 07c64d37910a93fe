package dev.tidemark.redis;

/**
 * The names of keys.
 *
 * <p>Redis Cluster keeps keys together whose hash tags are equal: the part between the first <code>{</code> and the first
 * <code>}</code> after it. Every key of a series carries the series' name as its tag, every key of a table its name up to the
 * first {@code @}, so that the periods of a board are kept together:
 *
 * <pre>
 *   {purchases:item1}:1sec:0          what is kept of series purchases:item1
 *   ranking:{game}@2026-11-15         the table game@2026-11-15
 * </pre>
 *
 * <p>A tag must not be empty, which that of a name that begins with <code>}</code> would be. Before those, and before the empty
 * tag of a table like {@code @total}, stands the control character U+0001, which no name can contain.
 *
 * <p>No two things share a key, whatever they are called: what follows a series' closing brace has no brace in it, so the last
 * brace ends the name; a tag of a table has no {@code @} in it, so the first one begins the rest of its name.
 */
public final class Keys {

    private static final char GUARD = '\u0001';

    private Keys() {}

    /** What every key of a series begins with. */
    public static String series(String name) {
        return "{" + guarded(name) + "}:";
    }

    /** What follows the kind in every key of a table. */
    public static String table(String name) {
        int at = name.indexOf('@');
        return at < 0 ? "{" + guarded(name) + "}" : "{" + guarded(name.substring(0, at)) + "}" + name.substring(at);
    }

    private static String guarded(String tag) {
        return tag.isEmpty() || tag.charAt(0) == '}' ? GUARD + tag : tag;
    }
}
