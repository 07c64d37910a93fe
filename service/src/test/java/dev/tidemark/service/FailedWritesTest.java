package dev.tidemark.service;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import dev.tidemark.service.cases.Rest;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A write that was answered with an error could be there after a restart, although the README promised doubt only where no
 * answer came. Each 5xx to a write now says what is certain.
 */
@QuarkusTest
@TestProfile(AwayTest.OnAwayBackend.class)
@DisplayName("A 5xx to a write says whether it was applied")
class FailedWritesTest {

    @ParameterizedTest(name = "{0}: {1}, applied {2}")
    @CsvSource({"away, 503, unknown", "unsent, 503, no", "full, 507, no", "broken, 500, unknown"})
    void everyWrite(String failure, int status, String applied) {
        List<ValidatableResponse> answers = List.of(
                Rest.post("/v1/events", "[{'series':'" + failure + "','count':1}]"),
                Rest.post("/v1/series/" + failure + "/limit", "{'limit':1,'granularity':'1min'}"),
                Rest.put("/v1/rankings/" + failure + "/members", "{'scores':{'a':1}}"),
                Rest.post("/v1/rankings/" + failure + "/increments", "{'increments':[{'member':'a','by':1}]}"),
                Rest.delete("/v1/rankings/" + failure + "/members/a"),
                Rest.delete("/v1/rankings/" + failure),
                Rest.delete("/v1/series/" + failure),
                commands("zadd " + failure + " 1 a"));
        for (ValidatableResponse answer : answers) {
            answer.statusCode(status)
                    .contentType("application/problem+json")
                    .body("status", equalTo(status))
                    .body("applied", equalTo(applied));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"unsent", "full"})
    @DisplayName("commands that fail after others leave it open, because those were carried out")
    void commandsAfterOthers(String failure) {
        commands("zadd fine 1 a\nzadd " + failure + " 1 a").body("applied", equalTo("unknown"));
    }

    @Test
    @DisplayName("a full backend is 507 with the reason")
    void full() {
        Rest.put("/v1/rankings/full/members", "{'scores':{'a':1}}")
                .statusCode(507)
                .body("title", equalTo("Insufficient storage"))
                .body("type", equalTo("urn:tidemark:problem:insufficient-storage"))
                .body("detail", equalTo("no memory is left"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/rankings/away", "/v1/rankings/unsent/members/m", "/v1/rankings/broken", "/v1/series"})
    @DisplayName("reads carry no such thing")
    void reads(String path) {
        Rest.get(path).body(not(containsString("applied")));
    }

    @Test
    @DisplayName("a write that is the caller's fault carries no such thing")
    void badInput() {
        Rest.post("/v1/events", "[{'series':'s'}]").statusCode(400).body(not(containsString("applied")));
    }

    private static ValidatableResponse commands(String lines) {
        return Rest.request()
                .contentType(Rest.TEXT)
                .body(lines)
                .post("/v1/commands")
                .then();
    }
}
