package dev.tidemark.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.service.cases.Rest;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@TestProfile(AllowedSitesTest.WithSites.class)
@DisplayName("Sites and names that are allowed")
class AllowedSitesTest {

    public static final class WithSites implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "tidemark.http.hosts", "tide.example",
                    "quarkus.http.cors.enabled", "true",
                    "quarkus.http.cors.origins", "https://app.example,/https://[a-z]+\\.app\\.example/");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "localhost, https://app.example, cross-site, 200",
        "localhost, https://one.app.example, cross-site, 200",
        "tide.example, https://app.example, same-site, 200",
        "tide.example, http://tide.example, same-origin, 200",
        "localhost, https://evil.example, cross-site, 403",
        "localhost, http://app.example, cross-site, 403",
        "evil.example, https://app.example, cross-site, 421"
    })
    @DisplayName("quarkus.http.cors.origins may change things, tidemark.http.hosts are answered, others are not")
    void sites(String host, String origin, String site, int status) {
        assertThat(Rest.request()
                        .header("Host", host)
                        .header("Origin", origin)
                        .header("Sec-Fetch-Site", site)
                        .contentType(Rest.TEXT)
                        .body("zget t a")
                        .post("/")
                        .statusCode())
                .isEqualTo(status);
    }
}
