package dev.tidemark.service.cases;

import static dev.tidemark.service.cases.Rest.quoted;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import org.jspecify.annotations.Nullable;

/**
 * A request that must be refused.
 *
 * @param path {@code NAME} in it, and in the body, becomes a name that no other row uses
 * @param body its bytes, each as a Latin-1 character
 * @param detail what {@code detail} must say, among other things
 * @param index what {@code errors[0].index} must be; null where there is no batch
 */
record BadInput(
        String about,
        String method,
        String path,
        @Nullable String type,
        @Nullable String body,
        int status,
        String detail,
        @Nullable Integer index) {

    /** A call without a body. */
    static BadInput call(String about, String method, String path, int status, String detail) {
        return new BadInput(about, method, path, null, null, status, detail, null);
    }

    static BadInput get(String about, String path, String detail) {
        return call(about, "GET", path, 400, detail);
    }

    static BadInput post(String about, String path, String body, String detail) {
        return call(about, "POST", path, 400, detail).with(Rest.JSON, body);
    }

    static BadInput put(String about, String path, String body, String detail) {
        return call(about, "PUT", path, 400, detail).with(Rest.JSON, body);
    }

    /** The same with a body, whose single quotes become double ones. */
    BadInput with(String newType, String newBody) {
        return new BadInput(
                about,
                method,
                path,
                newType,
                new String(quoted(newBody).getBytes(UTF_8), ISO_8859_1),
                status,
                detail,
                index);
    }

    /** The same with a body of bytes, written as Latin-1. */
    BadInput withBytes(String newType, String latin1) {
        return new BadInput(about, method, path, newType, quoted(latin1), status, detail, index);
    }

    BadInput answers(int newStatus) {
        return new BadInput(about, method, path, type, body, newStatus, detail, index);
    }

    BadInput at(int newIndex) {
        return new BadInput(about, method, path, type, body, status, detail, newIndex);
    }

    void check() {
        String name = Rest.fresh("bad") + ".";
        requireProblem(toString(), send(name), status, detail, index);
        if (!method.equals("GET")) {
            requireNothingStored(name);
        }
    }

    private Response send(String name) {
        RequestSpecification request = Rest.request();
        if (type != null) {
            request = request.contentType(type);
        }
        if (body != null) {
            request = request.body(body.replace("NAME", name).getBytes(ISO_8859_1));
        }
        return request.request(method, path.replace("NAME", name));
    }

    /** A problem as RFC 9457 has it, that says what it must and nothing of how the service is made. */
    static void requireProblem(String about, Response response, int status, String detail, @Nullable Integer index) {
        String text = response.asString();
        assertThat(response.statusCode()).as("%s; status of %s", about, text).isEqualTo(status);
        assertThat(response.contentType())
                .as("%s; content type of '%s'", about, text)
                .startsWith("application/problem+json");
        assertThat(text)
                .as(about)
                .doesNotContain("Exception", "\tat ", "\\tat ", "dev.tidemark.", "com.fasterxml", "java.");
        JsonNode problem = Rest.tree(text);
        assertThat(problem.path("type").textValue()).isNotBlank();
        assertThat(problem.path("title").textValue()).isNotBlank();
        assertThat(problem.path("status").numberValue()).isEqualTo(status);
        assertThat(problem.path("detail").textValue()).as(about).isNotBlank().contains(detail);
        if (index != null) {
            JsonNode first = problem.path("errors").path(0);
            assertThat(first.path("index").numberValue())
                    .as("%s; index of %s", about, text)
                    .isEqualTo(index);
            assertThat(first.path("detail").textValue()).isNotBlank();
        }
    }

    private static void requireNothingStored(String name) {
        assertThat(Rest.answer("/v1/series?prefix=" + name)).isEqualTo("{'series':[],'next':null}");
        assertThat(Rest.answer("/v1/rankings?prefix=" + name)).isEqualTo("{'tables':[],'next':null}");
    }

    /** What a report shows of the row. */
    @Override
    public String toString() {
        return "%s: %s %s is %d"
                .formatted(about, method, path.length() > 60 ? path.substring(0, 60) + "…" : path, status);
    }
}
