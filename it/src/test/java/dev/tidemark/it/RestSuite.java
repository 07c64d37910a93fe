package dev.tidemark.it;

import dev.tidemark.service.cases.AdminCases;
import dev.tidemark.service.cases.BackendCases;
import dev.tidemark.service.cases.BackendTraits;
import dev.tidemark.service.cases.BadInputCases;
import dev.tidemark.service.cases.BoardsCases;
import dev.tidemark.service.cases.BodySizeCases;
import dev.tidemark.service.cases.CommandsCases;
import dev.tidemark.service.cases.CountsCases;
import dev.tidemark.service.cases.DashboardCases;
import dev.tidemark.service.cases.EventsCases;
import dev.tidemark.service.cases.LimitCases;
import dev.tidemark.service.cases.NamesInPathsCases;
import dev.tidemark.service.cases.OpenApiCases;
import dev.tidemark.service.cases.OverflowCases;
import dev.tidemark.service.cases.RankingsCases;
import dev.tidemark.service.cases.SamplesCases;
import dev.tidemark.service.cases.SeriesListCases;
import dev.tidemark.service.cases.UniquesCases;
import io.restassured.RestAssured;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/**
 * The service's REST cases on the packaged service, one process for all of them. RestAssured's port is the same for the whole
 * JVM, so a class that extends this one must not run next to others that leave theirs to it.
 */
@Tag("service")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class RestSuite {

    private @Nullable ServiceProcess service;

    /** Starts a service that has stored nothing; it is closed in the end. */
    protected abstract ServiceProcess launch();

    protected abstract BackendTraits backend();

    @BeforeAll
    void start() {
        service = launch();
        RestAssured.port = service.port();
    }

    @AfterAll
    void stop() {
        RestAssured.reset();
        if (service != null) {
            service.close();
        }
    }

    /** What the service has written to its log so far. */
    protected String output() {
        return service == null ? "" : service.output();
    }

    @Nested
    @DisplayName("POST /v1/admin/backup")
    class Admin extends AdminCases {
        @Override
        protected boolean takesBackups() {
            return !backend().hasServer();
        }
    }

    @Nested
    @DisplayName("What is behind the service")
    class Backend extends BackendCases {
        @Override
        protected BackendTraits backend() {
            return RestSuite.this.backend();
        }
    }

    @Nested
    @DisplayName("Bad input")
    class BadInput extends BadInputCases {}

    @Nested
    @DisplayName("A body")
    class BodySize extends BodySizeCases {}

    @Nested
    @DisplayName("/v1/boards")
    class Boards extends BoardsCases {}

    @Nested
    @DisplayName("POST / and POST /v1/commands")
    class Commands extends CommandsCases {}

    @Nested
    @DisplayName("GET /v1/series/{s}/counts")
    class Counts extends CountsCases {}

    @Nested
    @DisplayName("GET /")
    class Dashboard extends DashboardCases {}

    @Nested
    @DisplayName("POST /v1/events")
    class Events extends EventsCases {}

    @Nested
    @DisplayName("POST /v1/series/{s}/limit")
    class Limit extends LimitCases {}

    @Nested
    @DisplayName("Names in paths")
    class NamesInPaths extends NamesInPathsCases {}

    @Nested
    @DisplayName("The description of the calls")
    class OpenApi extends OpenApiCases {}

    @Nested
    @DisplayName("What would overflow")
    class Overflow extends OverflowCases {}

    @Nested
    @DisplayName("/v1/rankings")
    class Rankings extends RankingsCases {}

    @Nested
    @DisplayName("GET /v1/series/{s}/samples")
    class Samples extends SamplesCases {}

    @Nested
    @DisplayName("GET /v1/series and DELETE /v1/series/{s}")
    class SeriesList extends SeriesListCases {}

    @Nested
    @DisplayName("GET /v1/series/{s}/uniques")
    class Uniques extends UniquesCases {}
}
