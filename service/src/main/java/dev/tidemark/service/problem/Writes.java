package dev.tidemark.service.problem;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells requests that change something from those that only read. */
public final class Writes {

    private static final Set<String> METHODS = Set.of("POST", "PUT", "PATCH", "DELETE");

    /** What a {@code POST} that only reads ends in: it is one only because its members do not fit into an address. */
    private static final Set<String> READING_POSTS = Set.of("lookup", "union");

    private Writes() {}

    /** Whether a request to {@code path} may change something. Of the line protocol, all of them may. */
    public static boolean isWrite(String method, @Nullable String path) {
        return METHODS.contains(method)
                && !(method.equals("POST")
                        && path != null
                        && READING_POSTS.contains(path.substring(path.lastIndexOf('/') + 1)));
    }

    /** The problem of a request that was rejected before any of it was carried out. */
    public static Problem rejected(Problem problem, String method, @Nullable String path) {
        return problem.status() >= 500 && isWrite(method, path) ? problem.withApplied(Problem.NOT_APPLIED) : problem;
    }
}
