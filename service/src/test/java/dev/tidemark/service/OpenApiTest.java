package dev.tidemark.service;

import dev.tidemark.service.cases.OpenApiCases;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.DisplayName;

@QuarkusTest
@DisplayName("The description of the calls")
class OpenApiTest extends OpenApiCases {}
