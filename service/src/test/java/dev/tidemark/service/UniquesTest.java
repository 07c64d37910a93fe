package dev.tidemark.service;

import dev.tidemark.service.cases.UniquesCases;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.DisplayName;

@QuarkusTest
@DisplayName("GET /v1/series/{s}/uniques")
class UniquesTest extends UniquesCases {}
