package dev.tidemark.service;

import dev.tidemark.service.cases.MetricLabelCases;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.DisplayName;

@QuarkusTest
@DisplayName("The labels of metrics")
class MetricLabelTest extends MetricLabelCases {}
