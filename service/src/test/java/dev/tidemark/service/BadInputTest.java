package dev.tidemark.service;

import dev.tidemark.service.cases.BadInputCases;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.DisplayName;

@QuarkusTest
@DisplayName("Bad input is refused with a problem, and nothing is stored:")
class BadInputTest extends BadInputCases {}
