package dev.tidemark.service.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.restassured.http.ContentType;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

public abstract class DashboardCases {

    @Test
    @DisplayName("answers the dashboard as a page, also to a browser's Accept")
    void page() {
        assertThat(Rest.get("/")
                        .statusCode(200)
                        .contentType(ContentType.HTML)
                        .extract()
                        .asString())
                .containsIgnoringCase("<!doctype html>");
        Rest.request()
                .accept("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")
                .get("/")
                .then()
                .statusCode(200)
                .contentType(ContentType.HTML);
    }
}
