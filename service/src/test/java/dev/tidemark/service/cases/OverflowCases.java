package dev.tidemark.service.cases;

import static dev.tidemark.service.cases.Rest.answer;
import static dev.tidemark.service.cases.Rest.events;
import static dev.tidemark.service.cases.Rest.fresh;
import static dev.tidemark.service.cases.Rest.post;
import static dev.tidemark.service.cases.Rest.scores;
import static org.assertj.core.api.Assertions.assertThat;

import io.restassured.response.ValidatableResponse;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

public abstract class OverflowCases {

    private static final long MOST = 9_007_199_254_740_991L;

    private final String name = fresh("full");

    private static void requireConflict(ValidatableResponse response) {
        BadInput.requireProblem("overflow", response.extract().response(), 409, "", null);
    }

    private String points() {
        return answer("/v1/series/" + name + "/counts?granularity=1sec&from=1&to=2");
    }

    @Test
    @DisplayName("a count above 64 bits, and whatever came with it")
    void countAbove() {
        events("{'series':'%s','at':1,'count':%d}".formatted(name, Long.MAX_VALUE));
        String before = points();
        requireConflict(post(
                "/v1/events",
                "[{'series':'%1$s-other','count':1},{'series':'%1$s','at':2,'count':1},{'series':'%1$s','at':1,'count':1}]"
                        .formatted(name)));
        assertThat(points()).isEqualTo(before);
        assertThat(answer("/v1/series?prefix=" + name + "-other")).isEqualTo("{'series':[],'next':null}");
    }

    @Test
    @DisplayName("a count below 64 bits")
    void countBelow() {
        events("{'series':'%s','at':1,'count':%d}".formatted(name, Long.MIN_VALUE));
        String before = points();
        requireConflict(post("/v1/events", "[{'series':'" + name + "','at':1,'count':-1}]"));
        assertThat(points()).isEqualTo(before);
    }

    @Test
    @DisplayName("a count that overflows only in a wider bucket")
    void widerBucket() {
        events("{'series':'%s','at':1,'count':%d}".formatted(name, Long.MAX_VALUE));
        requireConflict(post("/v1/events", "[{'series':'" + name + "','at':2,'count':1}]"));
        assertThat(points()).contains("{'timestamp':2,'value':0}");
    }

    @Test
    @DisplayName("counts that overflow within one batch")
    void withinBatch() {
        requireConflict(post(
                "/v1/events",
                "[{'series':'%1$s','at':1,'count':%2$d},{'series':'%1$s','at':1,'count':1}]"
                        .formatted(name, Long.MAX_VALUE)));
        assertThat(answer("/v1/series?prefix=" + name)).isEqualTo("{'series':[],'next':null}");
    }

    @Test
    @DisplayName("a limit's count")
    void limit() {
        String path = "/v1/series/" + name + "/limit";
        post(path, "{'limit':1,'granularity':'1min','count':%d}".formatted(Long.MAX_VALUE))
                .statusCode(200);
        requireConflict(post(path, "{'limit':1,'granularity':'1min'}"));
    }

    @Test
    @DisplayName("a score above 2^53 − 1, and whatever came with it")
    void scoreAbove() {
        scores(name, "'a':" + MOST + ",'b':1");
        String before = answer("/v1/rankings/" + name);
        requireConflict(post(
                "/v1/rankings/" + name + "/increments",
                "{'increments':[{'member':'b','by':1},{'member':'c','by':1},{'member':'a','by':1}]}"));
        assertThat(answer("/v1/rankings/" + name)).isEqualTo(before);
    }

    @Test
    @DisplayName("a score below −(2^53 − 1)")
    void scoreBelow() {
        scores(name, "'a':" + -MOST);
        requireConflict(post("/v1/rankings/" + name + "/increments", "{'increments':[{'member':'a','by':-1}]}"));
        assertThat(answer("/v1/rankings/" + name)).contains("'score':" + -MOST + "}");
    }

    /** Total, month and week used to be changed already. */
    @Test
    @DisplayName("a hit on a board that overflows in its day only, and whatever came with it")
    void hitOverflowsInItsDay() {
        String path = "/v1/boards/" + name;
        post(path + "/hits", "{'hits':[{'member':'a','at':0}]}").statusCode(204);
        scores(name + "@1970-01-01", "'a':" + MOST);
        requireConflict(post(path + "/hits", "{'hits':[{'member':'b','at':86400},{'member':'a','at':0}]}"));
        for (String period : List.of("total", "1970-01", "1970-W01")) {
            assertThat(answer(path + "/top?period=" + period))
                    .endsWith("'total':1,'entries':[{'rank':1,'member':'a','score':1}]}");
        }
        assertThat(answer("/v1/rankings?prefix=" + name + "@1970-01-02")).isEqualTo("{'tables':[],'next':null}");
    }

    @Test
    @DisplayName("a hit on a board")
    void hit() {
        String path = "/v1/boards/" + name;
        post(path + "/hits", "{'hits':[{'member':'a','by':%d,'at':0}]}".formatted(MOST))
                .statusCode(204);
        requireConflict(post(path + "/hits", "{'hits':[{'member':'b','at':0},{'member':'a','at':86400}]}"));
        assertThat(answer(path + "/top")).endsWith("'entries':[{'rank':1,'member':'a','score':" + MOST + "}]}");
        assertThat(answer("/v1/rankings?prefix=" + name + "@1970-01-02")).isEqualTo("{'tables':[],'next':null}");
    }
}
