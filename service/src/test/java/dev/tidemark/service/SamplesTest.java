package dev.tidemark.service;

import dev.tidemark.service.cases.SamplesCases;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.DisplayName;

@QuarkusTest
@DisplayName("GET /v1/series/{s}/samples")
class SamplesTest extends SamplesCases {}
