package dev.tidemark.service;

import dev.tidemark.service.cases.BackendCases;
import dev.tidemark.service.cases.BackendTraits;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.DisplayName;

@QuarkusTest
@DisplayName("What is behind the service")
class BackendTest extends BackendCases {

    @Override
    protected BackendTraits backend() {
        return new BackendTraits("ranked", false);
    }
}
