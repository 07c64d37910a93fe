package dev.tidemark.service;

import static dev.tidemark.service.cases.Rest.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;

import dev.tidemark.service.cases.AdminCases;
import dev.tidemark.service.cases.Rest;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(BackupOnDiskTest.OnDisk.class)
@DisplayName("POST /v1/admin/backup, with a data folder,")
class BackupOnDiskTest extends AdminCases {

    public static final class OnDisk implements QuarkusTestProfile {

        @Override
        public Map<String, String> getConfigOverrides() {
            try {
                Path home = Files.createTempDirectory("tidemark-backup").toRealPath();
                return Map.of(
                        "tidemark.ranked.persistence", "disk",
                        "tidemark.ranked.dir", home.resolve("data").toString(),
                        "tidemark.ranked.backup-dir", home.resolve("elsewhere").toString());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Inject
    @ConfigProperty(name = "tidemark.ranked.backup-dir")
    Path elsewhere;

    @AfterEach
    void cleanUp() throws IOException {
        delete(elsewhere);
    }

    @Override
    protected boolean takesBackups() {
        return true;
    }

    @Test
    @DisplayName("puts it under tidemark.ranked.backup-dir, and tells its size and how far it goes")
    void backupDir() throws IOException {
        JsonPath before = backup();
        Rest.scores("backed-up", "'ada':5");
        JsonPath after = backup();
        Path folder = Path.of(after.getString("folder"));
        assertThat(folder.getParent()).isEqualTo(elsewhere);
        assertThat(after.getLong("sequence")).isEqualTo(before.getLong("sequence") + 1);
        assertThat(folder.getFileName().toString()).contains("-%019d".formatted(after.getLong("sequence")));
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.mapToLong(file -> file.toFile().length()).sum()).isEqualTo(after.getLong("bytes"));
        }
    }

    @Test
    @DisplayName("names the property if the folder cannot be written to, and the service goes on")
    void notWritable() throws IOException {
        delete(elsewhere);
        Files.writeString(elsewhere, "in the way");
        try {
            request()
                    .post("/v1/admin/backup")
                    .then()
                    .statusCode(409)
                    .contentType("application/problem+json")
                    .body("detail", containsString("backups cannot be written to " + elsewhere))
                    .body("detail", containsString("tidemark.ranked.backup-dir"));
            Rest.scores("still-writing", "'ada':5");
        } finally {
            Files.delete(elsewhere);
        }
        backup();
    }

    private static JsonPath backup() {
        return request()
                .post("/v1/admin/backup")
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
