package dev.tidemark.service;

import dev.tidemark.service.cases.AdminCases;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.DisplayName;

@QuarkusTest
@DisplayName("POST /v1/admin/backup, with nothing on disk,")
class AdminTest extends AdminCases {

    @Override
    protected boolean takesBackups() {
        return false;
    }
}
