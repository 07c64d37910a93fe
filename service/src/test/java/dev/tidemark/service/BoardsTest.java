package dev.tidemark.service;

import static dev.tidemark.service.cases.Rest.answer;
import static dev.tidemark.service.cases.Rest.post;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.service.cases.BoardsCases;
import dev.tidemark.tck.TestClock;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@DisplayName("/v1/boards")
class BoardsTest extends BoardsCases {

    @Inject
    TestClock clock;

    @Test
    @DisplayName("adds one hit now unless told")
    void defaults() {
        post(path + "/hits", "{'hits':[{'member':'dee'}]}").statusCode(204);
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        assertThat(answer(path + "/members/dee?from=%s&to=%s".formatted(today, today)))
                .contains("'day':'" + today + "','score':1,");
    }
}
