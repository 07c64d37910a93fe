package dev.tidemark.service;

import static dev.tidemark.service.cases.Rest.answer;
import static dev.tidemark.service.cases.Rest.delete;
import static dev.tidemark.service.cases.Rest.scores;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.service.cases.RankingsCases;
import dev.tidemark.tck.TestClock;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@DisplayName("/v1/rankings")
class RankingsTest extends RankingsCases {

    @Inject
    TestClock clock;

    @Test
    @DisplayName("undoes an increment when its time is over, and keeps the member")
    void expires() {
        scores(table, "'a':5");
        assertThat(increment("{'increments':[{'member':'a','by':3},{'member':'b','by':10}],'expiresIn':2}"))
                .isEqualTo("{'scores':[{'member':'a','score':8},{'member':'b','score':10}]}");
        clock.advance(Duration.ofMillis(1_999));
        assertThat(answer(path)).contains("'member':'b','score':10", "'member':'a','score':8");
        clock.advance(Duration.ofMillis(1));
        assertThat(answer(path)).endsWith("[{'rank':1,'member':'a','score':5},{'rank':2,'member':'b','score':0}]}");
        clock.advance(Duration.ofSeconds(10));
        assertThat(answer(path)).contains("'member':'a','score':5");
    }

    @Test
    @DisplayName("undoes after a fraction of a second, whatever was set in between")
    void expiresSoon() {
        increment("{'increments':[{'member':'a','by':3}],'expiresIn':0.25}");
        scores(table, "'a':100");
        clock.advance(Duration.ofMillis(250));
        assertThat(answer(path + "/members/a")).isEqualTo("{'rank':1,'member':'a','score':97}");
    }

    @Test
    @DisplayName("cancels the undo of a member that is removed")
    void removeCancels() {
        increment("{'increments':[{'member':'a','by':3}],'expiresIn':5}");
        delete(path + "/members/a").statusCode(204);
        scores(table, "'a':1");
        clock.advance(Duration.ofSeconds(6));
        assertThat(answer(path + "/members/a")).endsWith("'score':1}");
    }
}
