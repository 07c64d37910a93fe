package dev.tidemark.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.service.cases.LimitCases;
import dev.tidemark.service.cases.Rest;
import dev.tidemark.tck.TestClock;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@DisplayName("POST /v1/series/{s}/limit")
class LimitTest extends LimitCases {

    @Inject
    TestClock clock;

    private long nextMinute() {
        Instant minute = clock.instant().truncatedTo(ChronoUnit.MINUTES);
        return minute.plus(Duration.ofMinutes(1)).getEpochSecond();
    }

    @Test
    @DisplayName("counts down, refuses with status 200, and stays refused until the bucket ends")
    void countsDown() {
        String ask = "{'limit':2,'granularity':'1min'}";
        String resets = ",'resetsAt':" + nextMinute() + "}";
        assertThat(limit(ask)).isEqualTo("{'allowed':true,'count':1,'limit':2,'remaining':1" + resets);
        assertThat(limit(ask)).isEqualTo("{'allowed':true,'count':2,'limit':2,'remaining':0" + resets);
        assertThat(limit(ask)).isEqualTo("{'allowed':false,'count':3,'limit':2,'remaining':0" + resets);
        assertThat(limit(ask)).isEqualTo("{'allowed':false,'count':4,'limit':2,'remaining':0" + resets);
    }

    @Test
    @DisplayName("starts again with the next bucket")
    void startsAgain() {
        String ask = "{'limit':1,'granularity':'1min'}";
        limit(ask);
        assertThat(limit(ask)).startsWith("{'allowed':false");
        clock.advance(Duration.ofMinutes(1));
        assertThat(limit(ask))
                .isEqualTo("{'allowed':true,'count':1,'limit':1,'remaining':0,'resetsAt':" + nextMinute() + "}");
    }

    @Test
    @DisplayName("shows in the series' counts")
    void isCounted() {
        limit("{'limit':1,'granularity':'1sec'}");
        limit("{'limit':1,'granularity':'1sec'}");
        long now = clock.instant().getEpochSecond();
        assertThat(Rest.answer("/v1/series/%s/counts?granularity=1sec&from=%d&to=%d".formatted(series, now, now)))
                .endsWith("'points':[{'timestamp':" + now + ",'value':2}]}");
    }
}
