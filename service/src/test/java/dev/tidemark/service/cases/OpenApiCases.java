package dev.tidemark.service.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.restassured.path.json.JsonPath;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public abstract class OpenApiCases {

    private static JsonPath document() {
        return Rest.get("/q/openapi?format=json").statusCode(200).extract().jsonPath();
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = ' ', textBlock = """
            post /v1/events
            get /v1/series/{series}/counts
            get /v1/series/{series}/uniques
            get /v1/series/{series}/samples
            post /v1/series/{series}/limit
            get /v1/series
            delete /v1/series/{series}
            put /v1/rankings/{table}/members
            post /v1/rankings/{table}/increments
            post /v1/rankings/{table}/lookup
            post /v1/rankings/{table}/remove
            get /v1/rankings/{table}
            get /v1/rankings/{table}/members/{member}
            delete /v1/rankings/{table}/members/{member}
            get /v1/rankings/{table}/members/{member}/around
            get /v1/rankings
            delete /v1/rankings/{table}
            delete /v1/rankings
            post /v1/boards/{board}/hits
            get /v1/boards/{board}/top
            get /v1/boards/{board}/members/{member}
            post /v1/commands
            get /v1/backend
            post /v1/admin/backup
            """)
    @DisplayName("has a summary of every call, and says what it answers")
    void calls(String method, String path) {
        Map<String, Object> call = document().getMap("paths.'" + path + "'." + method);
        assertThat(call).as("%s %s", method, path).isNotNull().containsKeys("summary", "responses", "tags");
        assertThat(call.get("summary")).asString().isNotBlank();
    }

    @Test
    @DisplayName("has a summary of each call that it lists")
    void everySummary() {
        Map<String, Map<String, Map<String, Object>>> paths = document().getMap("paths");
        assertThat(paths)
                .isNotEmpty()
                .allSatisfy((path, calls) -> assertThat(calls)
                        .allSatisfy((method, call) ->
                                assertThat(call).as("%s %s", method, path).containsKey("summary")));
    }

    @Test
    @DisplayName("shows examples of events, of lines and of commands")
    void examples() {
        JsonPath document = document();
        String events = "paths.'/v1/events'.post.requestBody.content.";
        assertThat(document.getMap(events + "'application/json'.examples")).isNotEmpty();
        assertThat(document.getMap(events + "'application/x-ndjson'.examples")).isNotEmpty();
        assertThat(document.getMap("paths.'/v1/commands'.post.requestBody.content.'text/plain'.examples"))
                .isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "LimitRequest,limit",
        "ScoresRequest,scores",
        "IncrementItem,by",
        "LookupRequest,members",
        "RemoveRequest,members",
        "HitItem,member"
    })
    @DisplayName("shows an example of what each body holds")
    void bodyExamples(String schema, String field) {
        Map<String, Object> described = document().getMap("components.schemas." + schema + ".properties." + field);
        assertThat(Objects.requireNonNull(described).keySet()).containsAnyOf("example", "examples");
    }

    @Test
    @DisplayName("says that times in answers are numbers, as they are")
    void timesAreNumbers() {
        JsonPath document = document();
        Map<String, Object> time = document.getMap("components.schemas.PointView.properties.timestamp");
        Object reference = Objects.requireNonNull(time).get("$ref");
        if (reference != null) {
            time = document.getMap(reference.toString().substring("#/".length()).replace('/', '.'));
        }
        assertThat(time).containsEntry("type", "number");
    }

    @Test
    @DisplayName("can be browsed")
    void swaggerUi() {
        assertThat(Rest.get("/q/swagger-ui/").statusCode(200).extract().asString())
                .contains("<html");
        Rest.get("/q/swagger-ui").statusCode(200);
    }
}
