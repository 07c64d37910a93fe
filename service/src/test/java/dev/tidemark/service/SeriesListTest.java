package dev.tidemark.service;

import dev.tidemark.service.cases.SeriesListCases;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.DisplayName;

@QuarkusTest
@DisplayName("GET /v1/series and DELETE /v1/series/{s}")
class SeriesListTest extends SeriesListCases {}
