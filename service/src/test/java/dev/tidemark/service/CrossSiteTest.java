package dev.tidemark.service;

import dev.tidemark.service.cases.CrossSiteCases;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.DisplayName;

@QuarkusTest
@DisplayName("Requests from web pages")
class CrossSiteTest extends CrossSiteCases {}
