package dev.tidemark.service;

import dev.tidemark.service.cases.NamesInPathsCases;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.DisplayName;

@QuarkusTest
@DisplayName("Names in paths may hold anything that a name may hold")
class NamesInPathsTest extends NamesInPathsCases {}
