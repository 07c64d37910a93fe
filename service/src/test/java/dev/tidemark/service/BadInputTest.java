package dev.tidemark.service;

import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@QuarkusTest
@DisplayName("Bad input is refused with a problem, and nothing is stored:")
class BadInputTest {

    @ParameterizedTest(name = "{0}")
    @MethodSource({
        "dev.tidemark.service.BadEvents#fields",
        "dev.tidemark.service.BadEvents#times",
        "dev.tidemark.service.BadEvents#names"
    })
    @DisplayName("events")
    void events(BadInput row) {
        row.check();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"dev.tidemark.service.BadBatches#arrays", "dev.tidemark.service.BadBatches#lines"})
    @DisplayName("batches of events")
    void batches(BadInput row) {
        row.check();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({
        "dev.tidemark.service.BadSeries#ranges",
        "dev.tidemark.service.BadSeries#limits",
        "dev.tidemark.service.BadSeries#lists"
    })
    @DisplayName("series")
    void series(BadInput row) {
        row.check();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({
        "dev.tidemark.service.BadRankings#scores",
        "dev.tidemark.service.BadRankings#increments",
        "dev.tidemark.service.BadRankings#queries"
    })
    @DisplayName("rankings")
    void rankings(BadInput row) {
        row.check();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"dev.tidemark.service.BadBoards#hits", "dev.tidemark.service.BadBoards#queries"})
    @DisplayName("boards")
    void boards(BadInput row) {
        row.check();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"dev.tidemark.service.BadHttp#requests", "dev.tidemark.service.BadHttp#paths"})
    @DisplayName("HTTP")
    void http(BadInput row) {
        row.check();
    }
}
