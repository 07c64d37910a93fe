package dev.tidemark.service.cases;

import static dev.tidemark.service.cases.Rest.answer;
import static dev.tidemark.service.cases.Rest.commands;
import static dev.tidemark.service.cases.Rest.delete;
import static dev.tidemark.service.cases.Rest.events;
import static dev.tidemark.service.cases.Rest.fresh;
import static dev.tidemark.service.cases.Rest.get;
import static dev.tidemark.service.cases.Rest.post;
import static dev.tidemark.service.cases.Rest.put;
import static dev.tidemark.service.cases.Rest.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.restassured.path.json.JsonPath;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

public abstract class BackendCases {

    protected abstract BackendTraits backend();

    @Test
    @DisplayName("is told by name, layouts and granularities")
    void told() {
        JsonPath backend = get("/v1/backend").statusCode(200).extract().jsonPath();
        assertThat(backend.getString("name")).isEqualTo(backend().name());
        assertThat(backend.getList("backends.name")).containsExactly(backend().name());
        assertThat(backend.getList("backends[0].stores")).containsExactly("time-series", "rankings");
        assertThat(backend.getBoolean("backends[0].reachable")).isTrue();
        assertThat(backend.getMap("backends[0].layouts")).isNotEmpty();
        assertThat(backend.<String, Object>getMap("backends[0]")).containsKey("serverVersion");
        assertThat(backend.getString("backends[0].serverVersion") != null)
                .as("a version of a server")
                .isEqualTo(backend().hasServer());
        assertThat(backend.getList("granularities.name")).containsExactly("1sec", "1min", "1hour", "1day");
        assertThat(backend.getList("granularities.duration", Double.class))
                .containsExactly(1.0, 60.0, 3_600.0, 86_400.0);
        assertThat(backend.getList("granularities.retention", Double.class))
                .containsExactly(7_200.0, 604_800.0, 5_184_000.0, null);
    }

    @Test
    @DisplayName("is part of readiness, by name")
    void ready() {
        JsonPath health = get("/q/health/ready").statusCode(200).extract().jsonPath();
        assertThat(health.getString("status")).isEqualTo("UP");
        assertThat(health.getList("checks.name")).containsExactly("tidemark backend");
        assertThat(health.getString("checks[0].data." + backend().name())).isEqualTo("reachable");
    }

    @Test
    @DisplayName("is alive")
    void live() {
        assertThat(get("/q/health").statusCode(200).extract().jsonPath().getString("status"))
                .isEqualTo("UP");
    }

    @Test
    @DisplayName("is measured by operation and by kind of event")
    void metrics() {
        String name = fresh("measured");
        events(
                "{'series':'%1$s','at':1,'count':1},{'series':'%1$s','at':1,'member':'a'},{'series':'%1$s','at':1,'value':1}"
                        .formatted(name));
        answer("/v1/rankings/" + name);
        assertThat(metricsText().lines())
                .anyMatch(line -> line.startsWith("tidemark_operations_seconds_count{")
                        && line.contains("operation=\"insert\"")
                        && line.contains("outcome=\"ok\""))
                .anyMatch(line ->
                        line.startsWith("tidemark_operations_seconds_count{") && line.contains("operation=\"range\""))
                .anyMatch(line -> line.startsWith("tidemark_events_total{") && line.contains("kind=\"count\""))
                .anyMatch(line -> line.startsWith("tidemark_events_total{") && line.contains("kind=\"visit\""))
                .anyMatch(line -> line.startsWith("tidemark_events_total{") && line.contains("kind=\"sample\""));
    }

    @Test
    @DisplayName("shows no name in its metrics that a user chose")
    void noNamesInMetrics() {
        String name = fresh("secret");
        events("{'series':'%1$s','at':1,'count':1},{'series':'%1$s','at':1,'member':'%1$s'}".formatted(name));
        answer("/v1/series/" + name + "/counts?granularity=1sec&from=0&to=1");
        answer("/v1/series?prefix=" + name);
        put("/v1/rankings/" + name + "/members", "{'scores':{'" + name + "':1}}")
                .statusCode(204);
        answer("/v1/rankings/" + name + "/members/" + name);
        post("/v1/boards/" + name + "/hits", "{'hits':[{'member':'" + name + "'}]}")
                .statusCode(204);
        answer("/v1/boards/" + name + "/members/" + name + "?from=2026-11-15&to=2026-11-15");
        commands("/", "zadd " + name + " 1 " + name);
        // What goes wrong takes other ways through the server.
        get("/v1/series/" + name + "/counts").statusCode(400);
        get("/v1/series/" + name + "/" + name).statusCode(404);
        get("/v1/" + name).statusCode(404);
        get("/" + name).statusCode(404);
        get("/q/" + name).statusCode(404);
        delete("/v1/series/" + fresh(name)).statusCode(404);
        request().post("/v1/series/" + name).then().statusCode(405);
        request()
                .contentType("text/xml")
                .body("x")
                .put("/v1/rankings/" + name + "/members")
                .then()
                .statusCode(415);
        put("/v1/rankings/" + name + "/members", "{'scores':{'" + name + "':null}}")
                .statusCode(400);
        assertThat(metricsText()).contains("http_server_requests_seconds").doesNotContain(name);
    }

    private static String metricsText() {
        return get("/q/metrics").statusCode(200).extract().asString();
    }
}
