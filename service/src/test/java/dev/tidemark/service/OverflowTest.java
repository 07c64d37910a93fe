package dev.tidemark.service;

import dev.tidemark.service.cases.OverflowCases;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.DisplayName;

@QuarkusTest
@DisplayName("What would overflow is refused with 409, and changes nothing:")
class OverflowTest extends OverflowCases {}
