package dev.tidemark.it;

import dev.tidemark.service.cases.BackendTraits;
import dev.tidemark.service.cases.CrossSiteCases;
import dev.tidemark.service.cases.MetricLabelCases;
import dev.tidemark.service.cases.OddRequestCases;
import dev.tidemark.service.cases.PathsCases;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/**
 * With nothing set: on disk, in the folder that the process starts in. What is decided before any store is asked is tested
 * here only: no other backend could change it.
 */
class RankedRestIT extends RestSuite {

    @Override
    protected ServiceProcess launch() {
        return ServiceProcess.launch(Map.of());
    }

    @Override
    protected BackendTraits backend() {
        return new BackendTraits("ranked", false);
    }

    @Nested
    @DisplayName("Requests from web pages")
    class CrossSite extends CrossSiteCases {}

    @Nested
    @DisplayName("The labels of metrics")
    class MetricLabel extends MetricLabelCases {}

    @Nested
    @DisplayName("Odd requests")
    class OddRequest extends OddRequestCases {}

    @Nested
    @DisplayName("Paths")
    class Paths extends PathsCases {}
}
