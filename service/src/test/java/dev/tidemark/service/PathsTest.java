package dev.tidemark.service;

import dev.tidemark.service.cases.PathsCases;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.DisplayName;

@QuarkusTest
@DisplayName("Paths")
class PathsTest extends PathsCases {}
