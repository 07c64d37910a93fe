package dev.tidemark.service.cases;

import static dev.tidemark.service.cases.Rest.answer;
import static dev.tidemark.service.cases.Rest.encoded;
import static dev.tidemark.service.cases.Rest.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.tck.Oddities;
import io.restassured.response.ValidatableResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

public abstract class NamesInPathsCases {

    /** Each oddity at the beginning and at the end of a name that nobody else uses. */
    static Stream<String> names() {
        return Stream.concat(
                        Oddities.names().filter(name -> name.length() <= 20),
                        Stream.of("+", ";", ";a=b", "&", "#", "=", ",", "<b>", "|", "^", "`", "%2F", "%2f%25", "a+b"))
                .map(odd -> odd + fresh("x") + odd);
    }

    @ParameterizedTest
    @MethodSource("names")
    @DisplayName("of a series")
    void series(String name) {
        send("POST", "/v1/events", List.of(Map.of("series", name, "at", 1, "count", 3), sample(name)))
                .statusCode(200);
        String path = "/v1/series/" + encoded(name);
        JsonNode counts = json(path + "/counts?granularity=1sec&from=1&to=1");
        assertThat(counts.path("series").textValue()).isEqualTo(name);
        assertThat(counts.path("points").path(0).path("value").numberValue()).isEqualTo(3);
        assertThat(json(path + "/uniques?granularity=1sec&from=1&to=1")
                        .path("series")
                        .textValue())
                .isEqualTo(name);
        assertThat(json(path + "/samples?from=1&to=1").path("samples")).hasSize(1);
        send("POST", path + "/limit", Map.of("limit", 5, "granularity", "1min")).statusCode(200);
        assertThat(json("/v1/series?prefix=" + encoded(name)).path("series").findValuesAsText("name"))
                .containsExactly(name);
        Rest.delete(path).statusCode(204);
        assertThat(answer("/v1/series?prefix=" + encoded(name))).isEqualTo("{'series':[],'next':null}");
    }

    @ParameterizedTest
    @MethodSource("names")
    @DisplayName("of a table and of a member")
    void table(String name) {
        String path = "/v1/rankings/" + encoded(name);
        String member = path + "/members/" + encoded(name);
        send("PUT", path + "/members", Map.of("scores", Map.of(name, 1))).statusCode(204);
        send("POST", path + "/increments", Map.of("increments", List.of(Map.of("member", name, "by", 2))))
                .statusCode(200);
        JsonNode page = json(path);
        assertThat(page.path("table").textValue()).isEqualTo(name);
        assertThat(page.path("entries").findValuesAsText("member")).containsExactly(name);
        assertThat(json(member).path("member").textValue()).isEqualTo(name);
        assertThat(json(member).path("score").numberValue()).isEqualTo(3);
        assertThat(json(member + "/around").path("entries").findValuesAsText("member"))
                .containsExactly(name);
        assertThat(json("/v1/rankings?prefix=" + encoded(name)).path("tables"))
                .extracting(JsonNode::textValue)
                .containsExactly(name);
        Rest.delete(member).statusCode(204);
        send("PUT", path + "/members", Map.of("scores", Map.of(name, 1))).statusCode(204);
        Rest.delete(path).statusCode(204);
        assertThat(answer("/v1/rankings?prefix=" + encoded(name))).isEqualTo("{'tables':[],'next':null}");
    }

    @ParameterizedTest
    @MethodSource("names")
    @DisplayName("of a board and of its member")
    void board(String name) {
        String path = "/v1/boards/" + encoded(name);
        Map<String, Object> hit = Map.of("member", name, "at", "2026-11-15T00:00:00Z");
        send("POST", path + "/hits", Map.of("hits", List.of(hit))).statusCode(204);
        JsonNode top = json(path + "/top?period=2026-11-15");
        assertThat(top.path("table").textValue()).isEqualTo(name + "@2026-11-15");
        assertThat(top.path("entries").findValuesAsText("member")).containsExactly(name);
        JsonNode days = json(path + "/members/" + encoded(name) + "?from=2026-11-15&to=2026-11-15");
        assertThat(days.path("member").textValue()).isEqualTo(name);
        assertThat(days.path("days").path(0).path("score").numberValue()).isEqualTo(1);
    }

    private static Map<String, Object> sample(String series) {
        return Map.of("series", series, "at", 1, "value", 1.5);
    }

    private static ValidatableResponse send(String method, String path, Object body) {
        return Rest.request()
                .contentType(Rest.JSON)
                .body(body)
                .request(method, path)
                .then();
    }

    private static JsonNode json(String path) {
        return Rest.tree(Rest.get(path).statusCode(200).extract().asString());
    }
}
