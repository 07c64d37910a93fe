package dev.tidemark.redis.series;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A kind of key, as the insert script knows it.
 *
 * @param name what a call says
 * @param operation what the script does to such a key
 * @param retention how long a key is kept after its last write; null is for ever
 * @param window the time to live is set to end a retention after the end of the current window of this many milliseconds, so
 *     it has to be set once a window only, and a key stays at most a window longer than it must
 */
record KeyClass(String name, String operation, @Nullable Duration retention, long window) {

    /** What a call says if several changes follow, and their number before them; mostly it is one. */
    String severalName() {
        return name + "*";
    }

    String lua() {
        String what = "'%s',%d,%d".formatted(operation, retention == null ? 0 : retention.toMillis(), window);
        return "['%s']={%s},['%s']={%s,true}".formatted(name, what, severalName(), what);
    }
}
