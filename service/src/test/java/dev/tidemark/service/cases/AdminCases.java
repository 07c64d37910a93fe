package dev.tidemark.service.cases;

import static dev.tidemark.service.cases.Rest.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.restassured.path.json.JsonPath;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Online backup, as far as it is the same wherever the data is. */
public abstract class AdminCases {

    /** Whether the backend takes backups, as it is configured. */
    protected abstract boolean takesBackups();

    @Test
    @DisplayName("takes a backup without a body, or says what to do instead")
    void backup() {
        JsonPath answer = request()
                .post("/v1/admin/backup")
                .then()
                .statusCode(takesBackups() ? 200 : 409)
                .contentType(takesBackups() ? Rest.JSON : "application/problem+json")
                .extract()
                .jsonPath();
        if (takesBackups()) {
            assertThat(answer.<String, Object>getMap("")).containsOnlyKeys("folder", "bytes", "sequence");
            assertThat(Path.of(answer.getString("folder"))).isAbsolute().isDirectory();
            assertThat(answer.getLong("bytes")).isPositive();
            assertThat(answer.getLong("sequence")).isNotNegative();
        } else {
            assertThat(answer.getString("type")).isEqualTo("urn:tidemark:problem:backup-not-possible");
            assertThat(answer.getString("detail")).containsAnyOf("tidemark.ranked.persistence", "use the backup tools");
        }
    }

    @Test
    @DisplayName("is no page to look at")
    void otherMethods() {
        Rest.get("/v1/admin/backup").statusCode(405);
        Rest.get("/v1/admin").statusCode(404);
        Rest.post("/v1/admin/restore", "{}").statusCode(404);
    }
}
