package dev.tidemark.service.cases;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

public abstract class BadInputCases {

    @ParameterizedTest(name = "{0}")
    @MethodSource({
        "dev.tidemark.service.cases.BadEvents#fields",
        "dev.tidemark.service.cases.BadEvents#times",
        "dev.tidemark.service.cases.BadEvents#names"
    })
    @DisplayName("events")
    void events(BadInput row) {
        row.check();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"dev.tidemark.service.cases.BadBatches#arrays", "dev.tidemark.service.cases.BadBatches#lines"})
    @DisplayName("batches of events")
    void batches(BadInput row) {
        row.check();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({
        "dev.tidemark.service.cases.BadUtf8#events",
        "dev.tidemark.service.cases.BadUtf8#lines",
        "dev.tidemark.service.cases.BadUtf8#others"
    })
    @DisplayName("bytes that are not UTF-8")
    void utf8(BadInput row) {
        row.check();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.tidemark.service.cases.BadWideText#all")
    @DisplayName("bytes that are not UTF-16 or UTF-32")
    void wideText(BadWideText row) {
        row.check();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({
        "dev.tidemark.service.cases.BadSeries#ranges",
        "dev.tidemark.service.cases.BadSeries#limits",
        "dev.tidemark.service.cases.BadSeries#lists"
    })
    @DisplayName("series")
    void series(BadInput row) {
        row.check();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({
        "dev.tidemark.service.cases.BadRankings#scores",
        "dev.tidemark.service.cases.BadRankings#increments",
        "dev.tidemark.service.cases.BadRankings#members",
        "dev.tidemark.service.cases.BadRankings#queries"
    })
    @DisplayName("rankings")
    void rankings(BadInput row) {
        row.check();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"dev.tidemark.service.cases.BadBoards#hits", "dev.tidemark.service.cases.BadBoards#queries"})
    @DisplayName("boards")
    void boards(BadInput row) {
        row.check();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"dev.tidemark.service.cases.BadHttp#requests", "dev.tidemark.service.cases.BadHttp#paths"})
    @DisplayName("HTTP")
    void http(BadInput row) {
        row.check();
    }
}
