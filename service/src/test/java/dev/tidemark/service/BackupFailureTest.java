package dev.tidemark.service;

import static dev.tidemark.service.cases.Rest.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import dev.tidemark.spi.Applied;
import dev.tidemark.spi.BackendFullException;
import dev.tidemark.spi.BackendUnavailableException;
import dev.tidemark.spi.BackupNotPossibleException;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(BackupFailureTest.NoRoom.class)
@DisplayName("A backup that fails")
class BackupFailureTest {

    public static final class NoRoom implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("tidemark.backend", "no-room", "tidemark.no-room.persistence", "memory");
        }
    }

    @Test
    @DisplayName("for want of room is 507, with the reason")
    void noRoom() {
        backup(new BackendFullException("not enough room"))
                .statusCode(507)
                .header("Retry-After", nullValue())
                .body("title", equalTo("Insufficient storage"))
                .body("detail", equalTo("not enough room"));
    }

    @Test
    @DisplayName("because another is being taken is 409, and tells when to retry")
    void anotherOne() {
        backup(new BackupNotPossibleException("a backup is being taken", Duration.ofSeconds(5)))
                .statusCode(409)
                .header("Retry-After", "5")
                .body("detail", equalTo("a backup is being taken"));
    }

    @Test
    @DisplayName("because the backend takes none is 409, and names the backend")
    void none() {
        backup(new BackupNotPossibleException("use other tools"))
                .statusCode(409)
                .header("Retry-After", nullValue())
                .body("detail", equalTo("backend 'no-room': use other tools"));
    }

    @Test
    @DisplayName("in any other way is 503, with the reason")
    void otherwise() {
        backup(new BackendUnavailableException("no backup: I/O error", Duration.ofSeconds(5), Applied.NO, null))
                .statusCode(503)
                .header("Retry-After", "5")
                .body("detail", equalTo("no backup: I/O error"));
    }

    private static ValidatableResponse backup(RuntimeException failure) {
        NoRoomProvider.FAILURE.set(failure);
        ValidatableResponse response =
                request().post("/v1/admin/backup").then().contentType("application/problem+json");
        assertThat(response.extract().jsonPath().getString("title")).isNotBlank();
        return response;
    }
}
