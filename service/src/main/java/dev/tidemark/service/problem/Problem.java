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
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Problem(
        String type,
        String title,
        int status,
        String detail,
        @Nullable List<Item> errors) {

    public static final MediaType MEDIA_TYPE = new MediaType("application", "problem+json");

    /** An item of a batch, counted from 0, and what is wrong with it. */
    @RegisterForReflection
    public record Item(int index, String detail) {}

    /** A problem whose kind is the title in lower case with hyphens. */
    public static Problem of(int status, String title, String detail) {
        return new Problem(
                "urn:tidemark:problem:" + title.toLowerCase(Locale.ROOT).replace(' ', '-'),
                title,
                status,
                detail,
                null);
    }

    Problem with(List<Item> items) {
        return new Problem(type, title, status, detail, items.isEmpty() ? null : List.copyOf(items));
    }

    Response response() {
        return Response.status(status).type(MEDIA_TYPE).entity(this).build();
    }
}
