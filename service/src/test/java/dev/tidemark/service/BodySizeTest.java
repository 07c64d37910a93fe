package dev.tidemark.service;

import dev.tidemark.service.cases.BodySizeCases;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.DisplayName;

@QuarkusTest
@DisplayName("A body")
class BodySizeTest extends BodySizeCases {}
