package dev.tidemark.service;

import dev.tidemark.service.cases.OddRequestCases;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.DisplayName;

@QuarkusTest
@DisplayName("Odd requests")
class OddRequestTest extends OddRequestCases {}
