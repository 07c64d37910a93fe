package dev.tidemark.service;

import dev.tidemark.service.cases.DashboardCases;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.DisplayName;

@QuarkusTest
@DisplayName("GET /")
class DashboardTest extends DashboardCases {}
