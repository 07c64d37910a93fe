package dev.tidemark.service.problem;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An error as RFC 9457 has it.
 *
 * @param type a name for the kind of problem that does not change: {@code urn:tidemark:problem:overflow}
 * @param errors for a batch, what is wrong with which of its items
 * @param applied for a write that failed with a 5xx: {@link #NOT_APPLIED} where that is certain, otherwise {@link
 *     #APPLIED_UNKNOWN}
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Problem(
        String type,
        String title,
        int status,
        String detail,
        @Nullable List<Item> errors,
        @Nullable String applied) {

    /** Nothing of the write was applied, and nothing will be. */
    public static final String NOT_APPLIED = "no";

    /** The write may have been applied. */
    public static final String APPLIED_UNKNOWN = "unknown";

    public static final MediaType MEDIA_TYPE = new MediaType("application", "problem+json");

    /** An item of a batch, counted from 0, and what is wrong with it. */
    @RegisterForReflection
    public record Item(int index, String detail) {

        public Item {
            detail = Excerpt.cut(detail, MAX_DETAIL);
        }
    }

    /** More than any message of ours has; one that quotes what a client sent could be as long as that. */
    private static final int MAX_DETAIL = 1_000;

    public Problem {
        detail = Excerpt.cut(detail, MAX_DETAIL);
    }

    /** A problem whose kind is the title in lower case with hyphens. */
    public static Problem of(int status, String title, String detail) {
        return new Problem(
                "urn:tidemark:problem:" + title.toLowerCase(Locale.ROOT).replace(' ', '-'),
                title,
                status,
                detail,
                null,
                null);
    }

    Problem with(List<Item> items) {
        return new Problem(type, title, status, detail, items.isEmpty() ? null : List.copyOf(items), applied);
    }

    /** The same problem, and whether the request was applied: {@code no}, or {@code unknown}. */
    public Problem withApplied(String whether) {
        return new Problem(type, title, status, detail, errors, whether);
    }

    /** The problem as the response of a resource. */
    public Response response() {
        return Response.status(status).type(MEDIA_TYPE).entity(this).build();
    }
}
