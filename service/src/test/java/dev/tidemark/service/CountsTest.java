package dev.tidemark.service;

import dev.tidemark.service.cases.CountsCases;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.DisplayName;

@QuarkusTest
@DisplayName("GET /v1/series/{s}/counts")
class CountsTest extends CountsCases {}
