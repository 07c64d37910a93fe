package dev.tidemark.service.cases;

import static dev.tidemark.service.cases.Rest.fresh;
import static dev.tidemark.service.cases.Rest.post;
import static dev.tidemark.service.cases.Rest.unquoted;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

public abstract class LimitCases {

    protected final String series = fresh("logins");

    protected String limit(String request) {
        return unquoted(post("/v1/series/" + series + "/limit", request).statusCode(200));
    }

    @Test
    @DisplayName("counts as much as it is told")
    void amount() {
        // By day, so that hardly ever a bucket ends in between.
        assertThat(limit("{'limit':10,'granularity':'1day','count':7}"))
                .startsWith("{'allowed':true,'count':7,'limit':10,'remaining':3,");
        assertThat(limit("{'count':4,'granularity':'1day','limit':10}"))
                .startsWith("{'allowed':false,'count':11,'limit':10,'remaining':0,");
    }

    @Test
    @DisplayName("allows nothing with a limit of 0")
    void nothing() {
        assertThat(limit("{'limit':0,'granularity':'1min'}"))
                .startsWith("{'allowed':false,'count':1,'limit':0,'remaining':0,");
    }
}
